import { notFound } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { insertFeedback } from '#server/store/members.ts';
import { rolesOfMember } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';

/** @throws {PlatformError} 404 if the member does not belong to the organization */
async function organizationOf(db: Database, memberId: number, slug: string): Promise<number> {
  const found = (await rolesOfMember(db, memberId)).find((row) => row.slug === slug);
  if (!found) throw notFound('Organization');
  return found.organizationId;
}

export const submitUpgradeFeedback: Handler<'submitUpgradeFeedback'> = async ({ body }, { db, member, nowSeconds }) => {
  const { orgSlug, ...answers } = body;
  await insertFeedback(db, {
    organizationId: await organizationOf(db, member.id, orgSlug),
    memberId: member.id,
    survey: 'upgrade',
    answers,
    atSeconds: nowSeconds,
  });
  return {};
};

export const submitDowngradeFeedback: Handler<'submitDowngradeFeedback'> = async ({ body }, { db, member, nowSeconds }) => {
  const { orgSlug, ...answers } = body;
  await insertFeedback(db, {
    organizationId: await organizationOf(db, member.id, orgSlug),
    memberId: member.id,
    survey: 'downgrade',
    answers,
    atSeconds: nowSeconds,
  });
  return {};
};
