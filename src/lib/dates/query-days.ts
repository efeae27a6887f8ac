import { formatDate } from './format.ts';

/** Format of days in URLs and forms: 'YYYY-MM-DD'. If the first or last day is null or empty, the period is open at that end. */

const dayForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

export const dayOf = (text: string | null): string | null =>
  text !== null && dayForm.test(text) && new Date(`${text}T00:00Z`).toISOString().startsWith(text) ? text : null;

export const isBackwards = (from: string | null, to: string | null): boolean => Boolean(from && to && to < from);

const dayText = (day: string): string => formatDate(Date.parse(`${day}T00:00Z`) / 1000);

export const periodWords = (from: string | null, to: string | null): string[] => [
  ...(from ? [`from ${dayText(from)}`] : []),
  ...(to ? [`until ${dayText(to)}`] : []),
];
