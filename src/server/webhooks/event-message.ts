import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf } from '#server/database/database.ts';
import type { PlatformEventRow } from '#server/store/platform-events.ts';

/** An event as it is read and as it is sent. */
export const platformEventView = ({ at, ...event }: PlatformEventRow): AdminShape<'PlatformEvent'> => ({ ...event, at: secondsOf(at) });

export const messageBody = (event: PlatformEventRow): string => JSON.stringify(platformEventView(event));
