import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const centsColumn = (name: string) => bigint(name, { mode: 'number' });

export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Unix time in whole seconds as a number, for tables with millions of rows. */
export const secondsColumn = (name: string) => bigint(name, { mode: 'number' });
