import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { confirmAddressOfNewMember } from '#server/store/notices/confirmations.ts';
import {
  deleteMembership,
  insertMember,
  lockMemberNames,
  memberByEmail,
  memberByHandle,
  provisionedMember,
  provisionedMembers,
  putMembership,
  renameMember,
  type ProvisionedMember,
} from '#server/store/provisioning/members.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { AdminHandler } from './admin-handler.ts';
import { pageOfAll } from './lists/list-page.ts';
import { lockOpenOrganization, requireOrganization } from './organizations.ts';

const memberView = ({ email, username, role, signedIn }: ProvisionedMember): AdminShape<'AdminMember'> => ({
  email,
  username,
  role,
  signed_in: signedIn,
});

async function requireMember(db: Database, organizationId: number, email: string): Promise<ProvisionedMember> {
  const row = await provisionedMember(db, organizationId, email);
  if (!row) throw notFound('Member');
  return row;
}

export const listMembers: AdminHandler<'listMembers'> = async ({ params, query }, { db }) => {
  const { id: organizationId } = await requireOrganization(db, params.slug);
  // The cursor contains the member's ID instead of the email address, because cursors appear in logs.
  const { rows, next_cursor } = pageOfAll(await provisionedMembers(db, organizationId), query, ({ id }) => ({ order: id, id: '' }));
  return { data: { members: rows.map(memberView), next_cursor } };
};

export const getMember: AdminHandler<'getMember'> = async ({ params }, { db }) => {
  const { id } = await requireOrganization(db, params.slug);
  return { data: memberView(await requireMember(db, id, params.email)) };
};

const mostLetters = 40;

/** Returns an unused name that is derived from the local part of the email address and contains no web address. */
async function freeName(tx: Database, email: string): Promise<string> {
  const base =
    (email.split('@', 1)[0] ?? '')
      .replace(/[^A-Za-z0-9._-]/g, '-')
      .replace(/^[._-]+/, '')
      .replace(/\bwww\./gi, 'www-')
      .slice(0, mostLetters) || 'member';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!(await memberByHandle(tx, name))) return name;
  }
}

async function requireFree(tx: Database, username: string, ownId: number | null): Promise<void> {
  const holder = await memberByHandle(tx, username);
  if (holder === null || holder.id === ownId) return;
  throw new PlatformError('conflict', `Another member has the username ${username}`, {
    fields: [{ path: 'body.username', message: 'belongs to another member' }],
  });
}

/** Creates a missing member. Renames the member if a username is given. */
async function memberFor(tx: Database, email: string, username: string | undefined): Promise<number> {
  const known = await memberByEmail(tx, email);
  if (username !== undefined && username !== known?.username) await requireFree(tx, username, known?.id ?? null);
  if (!known) return insertMember(tx, username ?? (await freeName(tx, email)), email.toLowerCase());
  if (username !== undefined && username !== known.username) await renameMember(tx, known.id, username);
  return known.id;
}

export const putMember: AdminHandler<'putMember'> = async ({ params: { slug, email }, body }, { db, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id: organizationId } = await lockOpenOrganization(tx, slug);
    await lockMemberNames(tx);
    const memberId = await memberFor(tx, email, body.username);
    const isNew = await putMembership(tx, organizationId, memberId, body.role);
    if (isNew) await confirmAddressOfNewMember(tx, memberId, instantOf(nowSeconds));
    return { data: memberView(await requireMember(tx, organizationId, email)), isNew };
  });

export const deleteMember: AdminHandler<'deleteMember'> = async ({ params: { slug, email } }, { db, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id: organizationId } = await requireOrganization(tx, slug);
    // Locks the organization, because the removed member may be creating a token at the same time.
    await lockOrganization(tx, organizationId);
    const member = await requireMember(tx, organizationId, email);
    await deleteMembership(tx, organizationId, member.id, instantOf(nowSeconds));
    return {};
  });
