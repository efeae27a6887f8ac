import { expect, it } from 'vitest';
import { EmailAddress, emailKey, sentEmail } from '#contract/email-address.ts';
import { ruleMessages } from '#contract/limits.ts';

const faultOf = (address: string): string | undefined => EmailAddress.safeParse(address).error?.issues[0]?.message;

it.each([
  ['ap@m\u00FCller.example', 'ap@xn--mller-kva.example'],
  ['ap@\u4F8B\u3048.\u30C6\u30B9\u30C8', 'ap@xn--r8jz45g.xn--zckzah'],
  ['AP+1@M\u00DCLLER.example', 'AP+1@xn--mller-kva.example'],
  ["o'hara.!#$%&*/=?^_`{|}~-@x.org", "o'hara.!#$%&*/=?^_`{|}~-@x.org"],
  ['.a..b.@x.org', '.a..b.@x.org'],
  [`${'a'.repeat(64)}@x.org`, `${'a'.repeat(64)}@x.org`],
  ['a@xn--ls8h.xn--p1ai', 'a@xn--ls8h.xn--p1ai'],
  ['a@ab--c.org', 'a@ab--c.org'],
])('keeps %s as typed and sends it as %s', (typed, requestAddress) => {
  expect([EmailAddress.parse(` ${typed} `), sentEmail(typed)]).toEqual([typed, requestAddress]);
});

it.each([`${'a'.repeat(65)}@x.org`, 'm\u00FCller@x.org', '"ann doe"@x.org', '\u5F20@m\u00FCller.example'])(
  'says of %s that email cannot reach it yet',
  (address) => {
    expect(faultOf(address)).toBe("Our email can't reach this address yet");
  },
);

it.each([
  '',
  'nobody',
  '@x.org',
  'a@',
  'a@x',
  'a@x.1',
  'a@1.2.3.4',
  'a@x..org',
  'a@-x.org',
  'a@x.org.',
  'a@x.org:25',
  'a@x.org/y',
  'a@b@x.org',
  'a b@x.org',
  'Ann <ann@x.org>',
  'a@xn--0.org',
  'a@xn--zzzzzz.org',
  'a@xn--a-.org',
  'a@xn--mller-kvb.example',
  `a@${'x'.repeat(64)}.org`,
])('refuses %s, which is no address', (address) => {
  expect(faultOf(address)).toBe(ruleMessages.invalidEmail);
});

it('counts the characters of an address as it is sent', () => {
  const long = `${'a'.repeat(10)}@${'\u00FC.'.repeat(30)}example`;
  expect([long.length < 254, faultOf(long)]).toEqual([true, 'must have at most 254 characters']);
});

it('has one key for every spelling of a mailbox', () => {
  expect(new Set(['Ap@M\u00FCller.example', 'ap@XN--MLLER-KVA.example', ' AP@m\u00FCller.EXAMPLE'].map(emailKey)).size).toBe(1);
  expect(emailKey('ap@muller.example')).not.toBe(emailKey('ap@m\u00FCller.example'));
});
