import type { ProjectSummary } from '#contract/types.ts';
import { PlatformError } from '#server/http/platform-error.ts';
import type { Database } from '#server/store/database.ts';
import { membersAtFreeProjectLimit } from '#server/store/members.ts';

const runsNothing: readonly ProjectSummary['status'][] = ['INACTIVE', 'GOING_DOWN'];

/**
 * An organization whose projects run can't move to Free while those who run it may have no more Free projects.
 * @throws {PlatformError} 422 naming the members and their limits
 */
export async function refuseMembersOverLimit(
  db: Database,
  organizationId: number,
  statuses: readonly ProjectSummary['status'][],
): Promise<void> {
  if (statuses.every((status) => runsNothing.includes(status))) return;
  const members = await membersAtFreeProjectLimit(db, organizationId);
  if (members.length === 0) return;
  const named = members.map(({ username, freeProjectLimit }) => `${username} (limit: ${freeProjectLimit})`).join(', ');
  throw new PlatformError(
    'rule_violated',
    `These members have reached their limit of active Free projects: ${named}. Let them pause, delete or upgrade projects of other organizations first, or pause the projects of this one.`,
  );
}
