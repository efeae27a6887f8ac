import { expect, it } from 'vitest';
import { exampleKinds, exampleEmail } from './examples.ts';
import { printedName } from './email-content.ts';
import { platformEmailContents } from './platform-emails.ts';
import { toldSubject, wordsOfNotice } from './messages/all-messages.ts';

// Stored names can contain a URL or an email address, because earlier versions accepted them.

const hostile = 'Pay at https://evil.example or www.evil.example, x@evil.example';
const linked = /https?:\/\/evil|www\.evil|x@evil|evil\.example/;

it('finds a link in such a name as it is stored', () => {
  expect(hostile).toMatch(linked);
});

it.each(exampleKinds)("no mail program makes a link of the organization's name in %s", (kind) => {
  const { subject, html, text } = exampleEmail(kind, 'https://billing.example', hostile);
  for (const part of [subject, html, text]) {
    expect(part).not.toMatch(linked);
    expect(part.replaceAll('\u2060', '')).toContain('https://evil.example');
  }
  expect(text).toMatch(/: https:\/\/billing\.example\/org\/lantern\//);
});

/** Fields that emails print unchanged. Their texts are addresses, or come from the platform, its operator or the gateway. */
const asTheyAre: readonly string[] = [
  'brand',
  'last4',
  'number',
  'numbers',
  'correctedNumber',
  'creditNoteNumber',
  'reason',
  'why',
  'planName',
  'fromPlanName',
  'price_change what',
  'price_change before',
  'price_change after',
  'confirm_address address',
  // These fields may contain a billing email, which is printed unchanged. They may also contain a tax ID; the test for tax IDs below covers
  // this case.
  'details_changed before',
  'details_changed after',
];

const textPlaces = (value: unknown, place: readonly string[] = []): string[][] => {
  if (typeof value === 'string') return [[...place]];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => textPlaces(part, [...place, name]))
    : [];
};

function withText<Value>(value: Value, [name, ...rest]: readonly string[], text: string): Value {
  if (name === undefined) return text as Value;
  const copy: any = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = withText(copy[name], rest, text);
  return copy;
}

it.each(exampleKinds.filter((kind) => kind !== 'digest'))(
  'no mail program makes a link of a text that somebody has typed in %s',
  (kind) => {
    const emailOf = (changed: Parameters<typeof exampleEmail>[3]) => exampleEmail(kind, 'https://billing.example', 'Acme', changed);
    let places: string[][] = [];
    emailOf((facts) => {
      places = textPlaces(facts);
      return facts;
    });
    for (const place of places) {
      const name = place.findLast((part) => !/^\d+$/.test(part)) ?? '';
      if (asTheyAre.includes(name) || asTheyAre.includes(`${kind} ${name}`)) continue;
      let email: ReturnType<typeof exampleEmail>;
      try {
        email = emailOf((facts) => withText(facts, place, hostile));
      } catch {
        // Skips this field: an email with the hostile text cannot be composed, because the field accepts only known words.
        continue;
      }
      for (const part of [email.subject, email.html, email.text]) expect([place, linked.exec(part)?.[0]]).toEqual([place, undefined]);
    }
  },
);

it('prints names of budgets and members in the same way', () => {
  const about = { name: 'Acme', isPaid: false };
  const budget = wordsOfNotice(
    'budget_crossed',
    { budgetName: hostile, thresholdPercent: 80, budgetCents: 100, spentCents: 80, periodEndsAt: 1, isForecast: false },
    about,
  );
  const details = wordsOfNotice('details_changed', { changes: [], by: 'www.evil.example' }, about);
  expect(JSON.stringify([budget, details])).not.toMatch(linked);
  expect(JSON.stringify([budget, details])).toContain('evil');
});

it('prints tax IDs and names of keys in the same way, and addresses as they are', () => {
  const changes = [
    { what: 'tax_id', before: null, after: 'www.evil.example' },
    { what: 'billing_email', before: null, after: 'pay@acme.example' },
  ] as const;
  const details = wordsOfNotice('details_changed', { changes, by: null }, { name: 'Acme', isPaid: false });
  expect(JSON.stringify(details)).not.toMatch(linked);
  expect(details.facts).toContainEqual(['Billing email after', 'pay@acme.example']);
  const key = { id: 'key_1', name: hostile, owner: 'ops@acme.example', scopes: ['money'], made_by: 'command', expires_at: 1 };
  for (const kind of ['key_created', 'key_expiring'] as const)
    expect(JSON.stringify(platformEmailContents[kind](key as never))).not.toMatch(linked);
});

it('shows subjects on pages as they were typed', () => {
  expect(toldSubject({ kind: 'restored', facts: { before: 'restricted' } }, 'evil.example')).toBe(
    'Services restored: evil.example is no longer restricted',
  );
});

it.each([
  ['Acme Inc., Berlin', 'Acme Inc., Berlin'],
  ['St. Mary: the first / the second', 'St. Mary: the first / the second'],
  ['evil.example', 'evil.\u2060example'],
  ['a\u2028b\u2029c', 'a b c'],
])('prints %j', (name, printed) => {
  expect(printedName(name)).toBe(printed);
});
