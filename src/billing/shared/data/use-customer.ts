import type { Customer } from '#contract/types.ts';
import { useRead } from './queries.ts';
import { customerRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from './section-state.ts';
import { useIsAllowed, useSlug } from './use-billing-data.ts';

export function useCustomer(): SectionState<Customer> {
  const slug = useSlug();
  const allowed = useIsAllowed(customerRead);
  return sectionState(useRead('getCustomer', { params: { slug } }, allowed === true), allowed);
}
