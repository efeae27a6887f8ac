import { expect, it } from 'vitest';
import { invalidEntry, isEmail, sortEntries, splitEntries, withoutDisplayName } from './email-entries.ts';

it.each([
  [' a@x.org, b@x.org;c@x.org\n', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['Ann <ann@harbour.example>; bob@harbour.example', ['ann@harbour.example', 'bob@harbour.example']],
  ['Ann Berg <ann@x.org>, "Doe; Bob" <bob@x.org>, cy@x.org', ['ann@x.org', 'bob@x.org', 'cy@x.org']],
  ['Doe, Ann <ann@x.org>; Doe, Bob <bob@x.org>', ['ann@x.org', 'bob@x.org']],
  ['Ann <ann@x.org>\nBob <bob@x.org>\r\ncy@x.org', ['ann@x.org', 'bob@x.org', 'cy@x.org']],
  ['a@x.org b@x.org Cy <cy@x.org>', ['a@x.org', 'b@x.org', 'cy@x.org']],
  ['ann@x.org <ann@x.org>, <bob@x.org>', ['ann@x.org', 'bob@x.org']],
  ['a@x.org, <b@x.org>', ['a@x.org', 'b@x.org']],
  ['a@x.org\uFF0Cb@x.org\uFF1Bc@x.org\u3001d@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']],
  ['nonsense, Ann <not an address>', ['not', 'an', 'address']],
  ['', []],
])('splits %j', (text, entries) => {
  expect(splitEntries(text).flatMap((entry) => entry.split(' '))).toEqual(entries);
});

it('takes text of any length at once', () => {
  const text = 'word '.repeat(200_000);
  const before = performance.now();
  expect(splitEntries(`${text}<a@x.org>`)).toEqual(['a@x.org']);
  expect(performance.now() - before).toBeLessThan(2000);
});

it('removes the display name of a single address and leaves other text alone', () => {
  expect(['Ann <ann@x.org>', '"Berg, Ann" <ann@x.org>', ' ann@x.org ', 'two words', ''].map(withoutDisplayName)).toEqual([
    'ann@x.org',
    'ann@x.org',
    'ann@x.org',
    'two words',
    '',
  ]);
});

it('tells new addresses from those that are no address and those that are there in another spelling', () => {
  const entries = ['A@x.org', 'b@x.org', 'B@X.org', 'c', 'ap@xn--mller-kva.example', 'm\u00FCller@x.org'];
  expect(sortEntries(entries, ['a@x.org', 'ap@m\u00FCller.example'], isEmail)).toEqual({
    added: ['b@x.org'],
    duplicates: ['A@x.org', 'B@X.org', 'ap@xn--mller-kva.example'],
    rejected: ['c', 'm\u00FCller@x.org'],
  });
});

it('says what is wrong with an entry', () => {
  expect(invalidEntry('c')).toBe('"c" is not a valid email address');
  expect(invalidEntry('m\u00FCller@x.org')).toBe("m\u00FCller@x.org: Our email can't reach this address yet");
});
