import { expect, it } from 'vitest';
import { changedChoices, choicesOf, choiceWords, emailChoicesSchema, type EmailSettings, mandatoryWords } from './email-choices.form.ts';

const kinds = [
  { kind: 'invoice_issued', label: 'New invoices', mandatory: false },
  { kind: 'receipt', label: 'Receipts', mandatory: false },
  { kind: 'restricted', label: 'Services stopped', mandatory: true },
] as const;
const settings: EmailSettings = {
  kinds: [...kinds],
  notice_kinds: ['a@x.example', 'b@x.example'].map((address) => ({
    address,
    primary: false,
    bounced_at: null,
    kinds: kinds.map((kind) => ({ ...kind, wanted: kind.kind !== 'receipt' })),
  })),
};

it('begins with what can be left out, and names required emails', () => {
  expect(choicesOf(settings).choices[0]).toEqual({ address: 'a@x.example', wanted: ['invoice_issued'] });
  expect(mandatoryWords(settings)).toBe('Always sent to every address: Services stopped.');
  expect([0, 1, 2].map((count) => choiceWords({ address: 'a', wanted: (['receipt', 'restored'] as const).slice(0, count) }, 2))).toEqual([
    'required emails only',
    '1 of 2 kinds, and required emails',
    'all emails',
  ]);
});

it('sends only what was chosen differently', () => {
  const base = choicesOf(settings);
  expect(changedChoices(settings, base, base)).toEqual({ notice_kinds: [] });
  const [first, second] = base.choices;
  if (!first || !second) throw new Error('There are two addresses');
  const changed = { choices: [first, { ...second, wanted: ['receipt' as const] }] };
  expect(emailChoicesSchema.safeParse(changed).success).toBe(true);
  expect(changedChoices(settings, base, changed)).toEqual({
    notice_kinds: [
      {
        address: 'b@x.example',
        kinds: [
          { kind: 'invoice_issued', wanted: false },
          { kind: 'receipt', wanted: true },
        ],
      },
    ],
  });
});
