import type { Subscription } from '#contract/types.ts';
import { subscriptionsRead } from './required-permissions.ts';
import { useRead } from './queries.ts';
import { sectionState, type SectionState } from './section-state.ts';
import { useIsAllowed, useSlug } from './use-organization.ts';

/** The subscription of the organization in the address, for every section that shows a part of it. */
export function useSubscription(): SectionState<Subscription> {
  const slug = useSlug();
  const allowed = useIsAllowed(subscriptionsRead);
  const query = useRead('getSubscription', { params: { slug } }, allowed === true);
  return sectionState(query, allowed);
}
