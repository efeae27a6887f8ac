import { useParams } from 'wouter';
import type { RequiredPermission } from '#contract/declaration.ts';
import type { Profile, Subscription } from '#contract/types.ts';
import { isAllowed } from '#lib/permissions.ts';
import { useRead } from './queries.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from './section-state.ts';

type Capability = Profile['capabilities'][number];

const none: readonly Capability[] = [];

/** Extensions of the platform; empty if it cannot report them, undefined while loading and without a session. */
export function useCapabilities(isSignedIn = true): readonly Capability[] | undefined {
  const { data, isError } = useRead('getProfile', {}, isSignedIn);
  return data ? (data.capabilities ?? none) : isError ? none : undefined;
}

export function useSlug(): string {
  return useParams<{ slug: string }>().slug ?? '';
}

export function useOrganization() {
  const slug = useSlug();
  return useRead('getOrganization', { params: { slug } });
}

/** Undefined while unknown. If permissions cannot be read, returns true and the platform decides, so that no section waits forever. */
export function useIsAllowed(required: RequiredPermission): boolean | undefined {
  const slug = useSlug();
  const { data, isError } = useRead('getPermissions', {});
  return data ? isAllowed(data, slug, required) : isError || undefined;
}

export function useSubscription(): SectionState<Subscription> {
  const slug = useSlug();
  const allowed = useIsAllowed(subscriptionsRead);
  const query = useRead('getSubscription', { params: { slug } }, allowed === true);
  return sectionState(query, allowed);
}
