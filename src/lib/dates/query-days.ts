import { formatDate } from './format.ts';

/** Days as addresses and forms have them: 'YYYY-MM-DD', with null or an empty text for no limit. */

const dayForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** A day of the calendar; anything else is null. */
export const dayOf = (text: string | null): string | null =>
  text !== null && dayForm.test(text) && new Date(`${text}T00:00Z`).toISOString().startsWith(text) ? text : null;

/** Whether a period ends before it begins; null and an empty day are no limit. */
export const isBackwards = (from: string | null, to: string | null): boolean => Boolean(from && to && to < from);

/** 'Nov 03, 2026'. */
const dayText = (day: string): string => formatDate(Date.parse(`${day}T00:00Z`) / 1000);

/** 'from Nov 03, 2026' and 'until Nov 05, 2026', as far as there are limits. */
export const periodWords = (from: string | null, to: string | null): string[] => [
  ...(from ? [`from ${dayText(from)}`] : []),
  ...(to ? [`until ${dayText(to)}`] : []),
];
