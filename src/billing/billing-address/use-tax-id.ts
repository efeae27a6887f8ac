import type { CallResponse } from '#contract/types.ts';
import { useRead } from '#billing/shared/queries.ts';
import { taxIdsRead } from '#billing/shared/required-permissions.ts';
import { sectionState, type SectionState } from '#billing/shared/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/use-organization.ts';

/** The tax ID of the organization in the address, and what its register says. */
export function useTaxId(): SectionState<CallResponse<'getTaxId'>> {
  const slug = useSlug();
  const allowed = useIsAllowed(taxIdsRead);
  return sectionState(useRead('getTaxId', { params: { slug } }, allowed === true), allowed);
}
