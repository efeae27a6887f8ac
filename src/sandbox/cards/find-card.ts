import type { BehaviourId, TestCard } from './card-behaviour.ts';
import { testCards } from './test-cards.ts';

const byNumber = new Map(testCards.flatMap((entry) => entry.numbers.map((number) => [number, entry] as const)));
const byMethodId = new Map(
  testCards.flatMap((entry) =>
    entry.methodIds.flatMap(
      (id) =>
        [
          [id, entry],
          [id.replace('pm_card_', 'pm_card_visa_'), entry],
        ] as const,
    ),
  ),
);
const byId = new Map(testCards.map((entry) => [entry.id, entry]));

export const cardByNumber = (number: string): TestCard | undefined => byNumber.get(number);
export const cardByMethodId = (id: string): TestCard | undefined => byMethodId.get(id);

/** Returns a test card. Throws if the id is unknown, because another version of the sandbox must have written the data folder. */
export function cardById(id: BehaviourId): TestCard {
  const entry = byId.get(id);
  if (!entry) throw new Error(`The sandbox gateway's data names an unknown card behaviour: ${id}`);
  return entry;
}
