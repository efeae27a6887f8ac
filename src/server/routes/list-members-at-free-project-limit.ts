import { membersAtFreeProjectLimit } from '#server/store/members.ts';
import type { Handler } from './handler.ts';

export const listMembersAtFreeProjectLimit: Handler<'listMembersAtFreeProjectLimit'> = async (_, { db, organization }) => {
  const rows = await membersAtFreeProjectLimit(db, organization.id);
  return {
    data: rows.map(({ username, primaryEmail, freeProjectLimit }) => ({
      username,
      primary_email: primaryEmail,
      free_project_limit: freeProjectLimit,
    })),
  };
};
