import { useParams } from 'wouter';
import type { RequiredPermission } from '#contract/declaration.ts';
import { isAllowed } from '#lib/permissions.ts';
import { useRead } from './queries.ts';

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
