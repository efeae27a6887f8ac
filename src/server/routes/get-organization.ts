import { findOrganization } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';
import { organizationView } from './views/organization.ts';

export const getOrganization: Handler<'getOrganization'> = async (_, { db, organization }) => ({
  data: organizationView(await findOrganization(db, organization.id)),
});
