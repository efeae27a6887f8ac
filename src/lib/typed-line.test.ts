import { expect, it } from 'vitest';
import { KeyInput } from '#contract/admin/key-shapes.ts';
import { MemberInput } from '#contract/admin/organization-shapes.ts';
import { typedLine, typedName } from '#contract/typed-line.ts';

it.each(['\n', '\r', '\u0000', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066'])('takes no line with %j', (sign) => {
  expect(typedLine(1, 80).safeParse(`a${sign}b`).success).toBe(false);
});

it.each(['https://evil.example', 'Pay at ftp://x', 'www.evil.example', 'see WWW.evil.example', 'Acme (www.acme.example)', 'a://b'])(
  'takes no name with the address %j',
  (name) => {
    const { error } = typedName(1, 80).safeParse(name);
    expect(error?.issues[0]?.message).toBe('must not contain a web address');
    expect(typedLine(1, 80).safeParse(name).success).toBe(true);
  },
);

it.each(['Acme GmbH & Co. KG', 'Awww. So nice', 'Node.js Users', 'Ratio 1:2', 'A / B', 'www', 'Ada (ops)', '東京 www.'])(
  'takes the name %j',
  (name) => {
    expect(typedName(1, 80).safeParse(name).success).toBe(true);
  },
);

it('takes no web address in the name of a key, which emails print', () => {
  const key = { owner: 'ops@example.com', scopes: ['read'], expires_at: 1 };
  expect(KeyInput.safeParse({ ...key, name: 'usage collector' }).success).toBe(true);
  for (const name of ['https://evil.example', 'www.evil.example'])
    expect(KeyInput.safeParse({ ...key, name }).error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['name'], 'must not contain a web address'],
    ]);
});

it.each(['www.evil.example', 'WWW.evil.example', 'a-www.evil.example'])(
  'takes no member with the username %s, which emails print',
  (username) => {
    expect(MemberInput.safeParse({ role: 'viewer', username }).error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['username'], 'must not contain a web address'],
    ]);
  },
);

it.each(['ada', 'ada.lovelace', 'www', 'awww.so', 'www-1'])('takes a member with the username %s', (username) => {
  expect(MemberInput.safeParse({ role: 'viewer', username }).success).toBe(true);
});
