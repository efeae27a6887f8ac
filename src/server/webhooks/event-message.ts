import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf } from '#server/database/database.ts';
import type { PlatformEventRow } from '#server/store/platform-events.ts';

/** An event as it is read and as it is sent. */
export const platformEventView = ({ id, type, organization, sequence, at, data }: PlatformEventRow): AdminShape<'PlatformEvent'> => ({
  id,
  type,
  organization,
  sequence,
  at: secondsOf(at),
  data,
});

export const messageBody = (event: PlatformEventRow): string => JSON.stringify(platformEventView(event));
