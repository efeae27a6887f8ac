import type { CardSeed } from '#server/seed/organization-seed.ts';

/** Test cards of the sandbox gateway, by what they do. */
export const visaCard: CardSeed = { number: '4242424242424242' };
export const mastercardCard: CardSeed = { number: '5555555555554444' };
export const amexCard: CardSeed = { number: '378282246310005' };
/** Can be kept; every charge is declined. */
export const decliningCard: CardSeed = { number: '4000000000000341', declines: true };

export const asksForChallenge = '4000002760003184';
