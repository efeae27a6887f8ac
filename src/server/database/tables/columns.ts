import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** Integer cents. */
export const centsColumn = (name: string) => bigint(name, { mode: 'number' });

/** An instant, UTC. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** An instant as unix time in whole seconds, where millions of them are read as numbers. */
export const secondsColumn = (name: string) => bigint(name, { mode: 'number' });
