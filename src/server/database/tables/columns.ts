import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const centsColumn = (name: string) => bigint(name, { mode: 'number' });

export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Unix time in whole seconds, for tables whose millions of instants are read as numbers. */
export const secondsColumn = (name: string) => bigint(name, { mode: 'number' });
