import { organizationsOfMember } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';
import { organizationView } from './views/organization.ts';

export const listOrganizations: Handler<'listOrganizations'> = async (_, { db, member }) => {
  const rows = await organizationsOfMember(db, member.id);
  return { data: rows.map(organizationView) };
};
