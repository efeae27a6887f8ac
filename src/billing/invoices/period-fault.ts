import { isBackwards } from './invoice-view.ts';

/** What is wrong with a period that is typed in, by days as 'YYYY-MM-DD' or empty ones; undefined for nothing. */
export const periodFault = (from: string, to: string): string | undefined =>
  isBackwards(from, to) ? 'The last day must not be before the first day' : undefined;
