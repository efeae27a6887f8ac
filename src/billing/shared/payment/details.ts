import type { CardToUse } from './card-answer.ts';

/** The address fields beside a new card. */
export interface DetailsHandle {
  /** Shows what is wrong and leads there; null where nothing is. */
  readonly check: () => Promise<string | null>;
  /** What is sent with the card. */
  readonly read: () => Omit<CardToUse, 'id'>;
}

/** Where there are no such fields. */
export const noDetails: DetailsHandle = { check: () => Promise.resolve(null), read: () => ({}) };
