import { useParams } from 'wouter';
import type { RequiredPermission } from '#contract/declaration.ts';
import type { Profile, Subscription } from '#contract/types.ts';
import { isAllowed } from '#lib/permissions.ts';
import { useRead } from './queries.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from './section-state.ts';

type Capability = Profile['capabilities'][number];

const none: readonly Capability[] = [];

/** Returns the API extensions of the platform; empty if the platform can't report them, undefined while loading and without a session. */
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

/** Returns undefined while loading. If permissions can't be read, returns true, so that sections load and the platform decides. */
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
