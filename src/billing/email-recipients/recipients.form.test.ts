import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail } from '#lib/email-entries.ts';
import { mergeRecipients, patchOf, recipientsSchema, withTyped } from './recipients.form.ts';

const base = { primary: 'rechnung@stadtwerke.example', additional: ['a@x.example', 'b@x.example'] };

describe('what is sent', () => {
  it.each([
    ['nothing where nothing changed', {}, {}],
    ['nothing for spaces around', { primary: ' rechnung@stadtwerke.example ' }, {}],
    ['a cleared primary address as null', { primary: '  ' }, { billing_email: null }],
    ['an empty list for the last one removed', { additional: [] }, { additional_billing_emails: [] }],
    [
      'the list without empty entries',
      { additional: ['a@x.example', ' ', 'c@x.example '] },
      { additional_billing_emails: ['a@x.example', 'c@x.example'] },
    ],
  ])('is %s', (_, change, patch) => expect(patchOf(base, { ...base, ...change })).toEqual(patch));
});

describe('the rules', () => {
  const messages = (values: typeof base, typed = '') =>
    recipientsSchema.safeParse({ ...values, typed }).error?.issues.map(({ message }) => message) ?? [];

  it('take none, and refuse what is no address by its own words', () => {
    expect(messages({ primary: '', additional: [] })).toEqual([]);
    expect(messages({ primary: 'nobody', additional: [] })).toEqual(['Please provide a valid email address']);
    expect(messages({ primary: '', additional: ['a@x.example', 'bad', 'wor\u0007se@x'] })).toEqual([
      '"bad" is not a valid email address',
      '"wor\u0007se@x" is not a valid email address',
    ]);
    expect(isEmail(`${'x'.repeat(250)}@x.example`)).toBe(false);
    expect(isEmail('<b>@x.example')).toBe(false);
    expect(isEmail('a\u202Eb@x.example')).toBe(false);
  });

  it('look at what is typed and not yet added, as if it were in the list', () => {
    expect(messages({ primary: '', additional: ['a@x.example'] }, 'b@x.example, bad')).toEqual(['"bad" is not a valid email address']);
    expect(withTyped({ ...base, typed: 'c@x.example A@x.example' }).additional).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
  });

  it('take 200 further recipients and no more', () => {
    const many = Array.from({ length: 201 }, (_, index) => `r${index}@x.example`);
    expect(messages({ primary: '', additional: many.slice(1) })).toEqual([]);
    expect(messages({ primary: '', additional: many })).toEqual(['Add at most 200 recipients']);
  });
});

describe('two members at once', () => {
  it('keeps what the other added, drops what either removed, and adds nothing twice', () => {
    expect(mergeRecipients(['a@x', 'c@x'], ['a@x', 'b@x'], ['b@x', 'd@x', 'C@x'])).toEqual(['c@x', 'd@x']);
  });

  it('is exactly mine when nobody else saved', () => {
    const lists = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(lists, lists, (before, mine) => {
        expect(mergeRecipients(before, before, mine).toSorted()).toEqual(mine.toSorted());
      }),
    );
  });
});
