import { permissionsOf } from '#server/domain/access.ts';
import { rolesOfMember } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';

export const getPermissions: Handler<'getPermissions'> = async (_, { db, member }) => {
  const roles = await rolesOfMember(db, member.id);
  return { data: roles.flatMap(({ role, slug }) => permissionsOf(role, slug)) };
};
