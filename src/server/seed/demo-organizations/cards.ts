import type { CardSeed } from '#server/seed/organization-seed.ts';

export const visaCard: CardSeed = { number: '4242424242424242' };
export const mastercardCard: CardSeed = { number: '5555555555554444' };
export const amexCard: CardSeed = { number: '378282246310005' };
/** The card can be saved, but its charges are declined. */
export const decliningCard: CardSeed = { number: '4000000000000341', declines: true };

export const asksForChallenge = '4000002760003184';
/** The card can be charged, but the bank disputes the payment afterwards. */
export const disputedCard = '4000000000000259';
