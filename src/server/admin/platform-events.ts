import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf } from '#server/database/database.ts';
import { platformEventsAfter, type PlatformEventRow } from '#server/store/platform-events.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

/** An event as it is read here and as webhooks send it. */
export const platformEventView = ({ at, ...event }: PlatformEventRow): AdminShape<'PlatformEvent'> => ({ ...event, at: secondsOf(at) });

const usualPage = 50;

export const listEvents: AdminHandler<'listEvents'> = async ({ params, query }, { db }) => {
  const { after = 0, limit = usualPage } = query;
  const { id } = await requireOrganization(db, params.slug);
  const found = await platformEventsAfter(db, id, after, limit + 1);
  return { data: { events: found.slice(0, limit).map(platformEventView), has_more: found.length > limit } };
};
