import { useParams } from 'wouter';
import type { RequiredPermission } from '#contract/declaration.ts';
import type { Profile, Subscription } from '#contract/types.ts';
import { isAllowed } from '#lib/permissions.ts';
import { useRead } from './queries.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from './section-state.ts';

type Capability = Profile['capabilities'][number];

const none: readonly Capability[] = [];

/** The extensions that the platform serves; none on a platform that can't say, undefined while that is unknown. */
export function useCapabilities(): readonly Capability[] | undefined {
  const { data, isError } = useRead('getProfile', {});
  return data ? (data.capabilities ?? none) : isError ? none : undefined;
}

/** The slug in the page's address. */
export function useSlug(): string {
  return useParams<{ slug: string }>().slug ?? '';
}

/** The organization in the page's address. */
export function useOrganization() {
  const slug = useSlug();
  return useRead('getOrganization', { params: { slug } });
}

/**
 * Whether the member may do something in the organization of the address; undefined while that is unknown. Where the
 * permissions can't be read the platform's own refusal decides, so that no section waits for ever.
 */
export function useIsAllowed(required: RequiredPermission): boolean | undefined {
  const slug = useSlug();
  const { data, isError } = useRead('getPermissions', {});
  return data ? isAllowed(data, slug, required) : isError || undefined;
}

/** The subscription of the organization in the address, for every section that shows a part of it. */
export function useSubscription(): SectionState<Subscription> {
  const slug = useSlug();
  const allowed = useIsAllowed(subscriptionsRead);
  const query = useRead('getSubscription', { params: { slug } }, allowed === true);
  return sectionState(query, allowed);
}
