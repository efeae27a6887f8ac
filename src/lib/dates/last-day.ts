import { formatDate } from './format.ts';

/** The last day before an end: 'Feb 02, 2026' for midnight at the start of February 3. */
export const formatLastDay = (endSeconds: number): string => formatDate(endSeconds - 1);
