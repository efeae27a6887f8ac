import type { RequiredPermission } from '#contract/declaration.ts';
import type { Permission } from '#contract/types.ts';

const wildcard = '%';

const names = (list: readonly string[], value: string): boolean => list.includes(wildcard) || list.includes(value);

/** Returns whether permissions allow an action. A restrictive row overrides all grants. */
export function isAllowed(permissions: readonly Permission[], slug: string, required: RequiredPermission): boolean {
  const matching = permissions.filter(
    (row) => row.organization_slug === slug && names(row.actions, required.action) && names(row.resources, required.resource),
  );
  return matching.length > 0 && !matching.some((row) => row.restrictive);
}
