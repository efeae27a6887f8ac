import { describe, expect, it } from 'vitest';
import { event, GB, june, JULY, span } from '#tests/oracle/examples.ts';
import { type BookDocument, bookJsonSchema } from './document.ts';
import { readBook } from './read-book.ts';
import { FIRST_BOOK, FIRST_DOCUMENT } from '#tests/oracle/first-book.ts';
import { billUsage } from '#tests/oracle/whole-results.ts';

const key = { id: 'pb_test', version: 'test' };

function changed(change: (document: BookDocument) => void): unknown {
  const document = structuredClone(FIRST_DOCUMENT) as BookDocument;
  change(document);
  return document;
}

const anyOf = (document: BookDocument): Record<string, Record<string, Record<string, unknown>>> => document as never;

describe('a document', () => {
  it('takes prices as decimal texts or as numbers, and reads the same integers from both', () => {
    const texts = changed(({ metrics, plans }) => {
      metrics.EGRESS.price = '0.10';
      plans.pro.price = '25.00';
    });
    const numbers = changed(({ metrics, plans }) => {
      metrics.EGRESS.price = 0.1;
      plans.pro.price = 25;
    });
    const [a, b] = [readBook(key, texts).book, readBook(key, numbers).book];
    expect(a?.rates.get('EGRESS')).toMatchObject({ priceMicrocents: 10_000_000, perUnits: GB });
    expect(a).toEqual(b);
  });

  it.each<[string, (document: BookDocument) => void, RegExp]>([
    ['metrics.EGRESS.price', ({ metrics }) => (metrics.EGRESS.price = '-0.09'), /price in US dollars/],
    ['metrics.EGRESS.price', ({ metrics }) => (metrics.EGRESS.price = -1), /price in US dollars/],
    ['metrics.EGRESS.price', ({ metrics }) => (metrics.EGRESS.price = '0.123456789'), /at most 8 decimals/],
    ['metrics.EGRESS.price', ({ metrics }) => (metrics.EGRESS.price = 'free'), /price in US dollars/],
    ['metrics.EGRESS.price', (document) => delete anyOf(document)['metrics']?.['EGRESS']?.['price'], /price in US dollars|missing/],
    ['metrics.EGRESS', (document) => delete anyOf(document)['metrics']?.['EGRESS'], /missing/],
    ['metrics.EGRESS.measure', (document) => Object.assign(document.metrics.EGRESS, { measure: 'peak' }), /must stay count/],
    ['metrics.EGRES', (document) => Object.assign(document.metrics, { EGRES: document.metrics.EGRESS }), /not part of a price book/],
    ['metrics.EGRESS.quotas.pro', ({ metrics }) => Object.assign(metrics.EGRESS.quotas ?? {}, { pro: 1.5 }), /whole number/],
    ['plans.pro.price', ({ plans }) => (plans.pro.price = '25.001'), /at most 2 decimals/],
    [
      'plans.pro.features.0.text',
      ({ plans }) => Object.assign(plans.pro.features[0] ?? {}, { text: '{quota:NOTHING}' }),
      /has no value in this document/,
    ],
    ['plans.team.features.1.text', ({ plans }) => Object.assign(plans.team.features[1] ?? {}, { text: '' }), /empty/],
    ['compute.micro.price', ({ compute }) => Object.assign(compute.micro, { price: [] }), /price in US dollars/],
    ['addons.pitr_7.monthly_price', ({ addons }) => Object.assign(addons['pitr_7'] ?? {}, { monthly_price: null }), /price in US dollars/],
    ['spend_cap.covers.0', (document) => (document.spend_cap.covers[0] = 'NOTHING' as never), /EGRESS/],
  ])('that is wrong at %s says so', (path, change, message) => {
    const { problems } = readBook(key, changed(change));
    expect(problems?.map((problem) => problem.path)).toContain(`document.${path}`);
    expect(problems?.find((problem) => problem.path === `document.${path}`)?.message).toMatch(message);
  });

  it.each([null, undefined, [], 'text', 3])('that is %j is refused as a whole', (document) => {
    expect(readBook(key, document).problems?.[0]?.path).toBe('document');
  });

  it('has a published schema that names every part', () => {
    const schema = bookJsonSchema() as { properties: Record<string, unknown>; required: string[] };
    expect(Object.keys(schema.properties)).toEqual(['plans', 'metrics', 'compute', 'addons', 'spend_cap']);
    expect(schema.required).toEqual(Object.keys(schema.properties));
  });
});

describe('the words of plans', () => {
  it('hold the numbers of their book', () => {
    const { pro, free } = FIRST_BOOK.plans;
    expect(pro.words.features).toContainEqual({ about: 'Egress', text: '250 GB egress', subText: 'then $0.09 per GB' });
    expect(pro.words.features).toContainEqual({ about: 'Database', text: '8 GB disk size per project', subText: 'then $0.125 per GB' });
    expect(free.words.features).toContainEqual({ about: 'Database', text: '500 MB database size', subText: 'Shared CPU, 500 MB RAM' });
    expect([pro.words.footer, free.words.footer]).toEqual([
      'Includes $10 in Compute Credits.',
      'Free projects are paused after a week of inactivity. Limit of 2 active projects.',
    ]);
    const { book } = readBook(
      key,
      changed(({ metrics }) => {
        metrics.EGRESS.price = '0.1';
        Object.assign(metrics.EGRESS.quotas ?? {}, { pro: 300 * GB });
      }),
    );
    expect(book?.plans.pro.words.features).toContainEqual({ about: 'Egress', text: '300 GB egress', subText: 'then $0.10 per GB' });
  });
});

it('bills a period by the book that it is given, and by nothing else', () => {
  const { book } = readBook(
    key,
    changed(({ metrics, plans, spend_cap, compute }) => {
      metrics.EGRESS.price = '0.2';
      Object.assign(metrics.MONTHLY_ACTIVE_USERS.quotas ?? {}, { pro: 0 });
      plans.pro.compute_credits = '0';
      compute.micro.price = '1';
      spend_cap.covers = [];
    }),
  );
  const entries = [event('EGRESS', 300 * GB), event('MONTHLY_ACTIVE_USERS', 1000), span('COMPUTE_HOURS_XS')];
  const bill = (of: typeof FIRST_BOOK) =>
    Object.fromEntries(
      billUsage(june(entries, { book: of, cap: { initiallyOn: true, changes: [] } }), JULY).lines.map((line) => [
        line.key,
        line.amountCents,
      ]),
    );
  expect(bill(FIRST_BOOK)).toEqual({
    'EGRESS:primary': 0,
    'MONTHLY_ACTIVE_USERS:primary': 0,
    'COMPUTE_HOURS_XS:primary': 968,
    compute_credits: -968,
  });
  expect(bill(book ?? FIRST_BOOK)).toEqual({
    'EGRESS:primary': 1000,
    'MONTHLY_ACTIVE_USERS:primary': 325,
    'COMPUTE_HOURS_XS:primary': 72_000,
  });
});
