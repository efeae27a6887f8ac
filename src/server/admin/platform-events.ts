import { platformEventsAfter } from '#server/store/platform-events.ts';
import { platformEventView } from '#server/webhooks/event-message.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

const usualPage = 50;

export const listEvents: AdminHandler<'listEvents'> = async ({ params, query }, { db }) => {
  const { after = 0, limit = usualPage } = query;
  const { id } = await requireOrganization(db, params.slug);
  const found = await platformEventsAfter(db, id, after, limit + 1);
  return { data: { events: found.slice(0, limit).map(platformEventView), has_more: found.length > limit } };
};
