import { expect, it } from 'vitest';
import { waitWords } from './wait-messages.ts';

it.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3600, '60 minutes'],
  [85_794, '24 hours'],
])('says how long %d seconds are', (seconds, words) => expect(waitWords(seconds)).toBe(words));
