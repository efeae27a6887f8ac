import type { CardSeed } from '#server/seed/organization-seed.ts';

/** Test cards of the sandbox gateway, by what they do. */
export const visa: CardSeed = { number: '4242424242424242' };
export const mastercard: CardSeed = { number: '5555555555554444' };
export const amex: CardSeed = { number: '378282246310005' };
/** Can be kept; every charge is declined. */
export const declining: CardSeed = { number: '4000000000000341', declines: true };

export const asksForChallenge = '4000002760003184';
