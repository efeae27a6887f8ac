import { expect, it } from 'vitest';
import { creatorLeftWords, tokenFacts, tokenMark, type Token } from './token-messages.ts';

const at = (day: string): number => Date.parse(`${day}T00:00Z`) / 1000;
const now = at('2026-05-20');

const token: Token = {
  id: `tok_${'0'.repeat(24)}`,
  name: 'Report',
  scopes: ['billing:read', 'usage:write'],
  project_ref: null,
  project_name: null,
  created_at: at('2026-05-01'),
  created_by: 'ada',
  expires_at: at('2026-08-01'),
  creator_left_at: null,
  revoked_at: null,
  last_used_at: null,
};

it('says what a token may do, who created it, when it was used and when it ends', () => {
  expect([tokenMark(token, now), tokenFacts(token, now)]).toEqual([
    null,
    ['Read costs and usage, Send usage', 'Created by ada on May 01, 2026', 'Never used', 'Ends Jul 31, 2026'],
  ]);
  const used = { ...token, project_ref: 'a'.repeat(20), project_name: 'shop', last_used_at: now - 60 };
  expect(tokenFacts(used, now)).toEqual([
    'Read costs and usage, Send usage. Only the project shop',
    'Created by ada on May 01, 2026',
    'Last used May 19, 2026, 23:59 UTC',
    'Ends Jul 31, 2026',
  ]);
});

it('marks tokens that have ended, and those whose creator left', () => {
  expect(tokenMark({ ...token, revoked_at: now, expires_at: now }, now)?.words).toBe('Revoked');
  const expired = { ...token, expires_at: now };
  expect([tokenMark(expired, now)?.words, tokenFacts(expired, now).at(-1)]).toEqual(['Ended', 'Ended May 19, 2026']);
  const left = { ...token, creator_left_at: now, expires_at: at('2026-06-19') };
  expect([tokenMark(left, now)?.words, creatorLeftWords(left, now)]).toEqual([
    'Creator left',
    'ada left on May 20, 2026, so the token ends on Jun 18, 2026. Create another one for the program.',
  ]);
  expect([creatorLeftWords(token, now), creatorLeftWords({ ...left, expires_at: now }, now)]).toEqual([null, null]);
});
