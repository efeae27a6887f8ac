import { formatDate } from './format.ts';

/** Days in URLs and forms: 'YYYY-MM-DD'; null or empty means no limit. */

const dayForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The text if it is a valid calendar day, else null. */
export const dayOf = (text: string | null): string | null =>
  text !== null && dayForm.test(text) && new Date(`${text}T00:00Z`).toISOString().startsWith(text) ? text : null;

/** True if a period ends before it begins; null and empty mean no limit. */
export const isBackwards = (from: string | null, to: string | null): boolean => Boolean(from && to && to < from);

/** 'Nov 03, 2026'. */
const dayText = (day: string): string => formatDate(Date.parse(`${day}T00:00Z`) / 1000);

/** 'from Nov 03, 2026' and 'until Nov 05, 2026', each only if set. */
export const periodWords = (from: string | null, to: string | null): string[] => [
  ...(from ? [`from ${dayText(from)}`] : []),
  ...(to ? [`until ${dayText(to)}`] : []),
];
