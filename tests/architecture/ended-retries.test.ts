import { existsSync, readFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';

const root = `${import.meta.dirname}/../..`;
const schema = import.meta.glob<Record<string, unknown>>('../../src/server/database/tables/*.ts', { eager: true });

interface EndedState {
  readonly state: string;
  readonly stored: readonly string[];
  readonly wokenBy: string;
  readonly file: string;
  readonly title: string;
}

function endedStates(readme: string): EndedState[] {
  const [, section = ''] = readme.split('## States whose retries end');
  const [table = ''] = section.split('\n## ');
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  return rows.map((row) => {
    const [state = '', stored = '', , wokenBy = '', test = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
    return { state, stored: [...stored.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code), wokenBy, file, title };
  });
}

function faultsOf(states: readonly EndedState[]): string[] {
  return states.flatMap(({ state, wokenBy, file, title }) => {
    const path = `${root}/tests/server/${file}`;
    if (wokenBy === '') return [`${state}: nothing wakes it`];
    if (file === '' || !existsSync(path)) return [`${state}: no test`];
    const hasTest = readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(title);
    return hasTest ? [] : [`${state}: ${file} has no test "${title}"`];
  });
}

/** States that need no row in the README's table, because they are goals, still in progress, or answers to a request. */
const needNoEvent: Readonly<Record<string, readonly string[]>> = {
  approvals: ['pending', 'approved', 'refused', 'withdrawn', 'expired'],
  changes: ['open', 'scheduled', 'applied', 'failed', 'canceled', 'expired'],
  disputes: ['won', 'lost'],
  held_usage: ['held', 'released', 'rejected'],
  invoices: ['draft', 'void', 'paid'],
  late_invoices: ['announced', 'invoiced', 'waived'],
  notice_deliveries: ['queued', 'sent', 'withdrawn'],
  organizations: ['grace_period', 'grace_period_over', 'restricted'],
  outbox: ['pending', 'done'],
  payment_methods: ['attached', 'detaching', 'detached'],
  // A payment is a single attempt. The invoice, change or top-up of the payment makes the next attempt.
  payments: ['sending', 'requires_action', 'requires_method', 'succeeded', 'failed', 'canceled'],
  platform_approvals: ['pending', 'approved', 'refused', 'withdrawn', 'expired'],
  platform_emails: ['queued', 'sent'],
  price_announcements: ['announced', 'unaffected'],
  price_books: ['checking', 'waiting', 'scheduled', 'refused', 'withdrawn'],
  refunds: ['pending', 'succeeded'],
  setup_intents: ['open', 'succeeded', 'canceled'],
  top_ups: ['open', 'credited'],
  webhook_deliveries: ['pending', 'delivered'],
};

function storedStates(): string[] {
  const dialect = new PgDialect();
  const tables = Object.values(schema).flatMap((module) => Object.values(module).filter((each) => is(each, PgTable)));
  return tables.flatMap((table) => {
    const { name, checks } = getTableConfig(table);
    const known = checks.flatMap(({ value }) => {
      const [, states = ''] = /^"\w+"\."(?:\w+_)?(?:state|status)" in \((.*)\)$/.exec(dialect.sqlToQuery(value).sql) ?? [];
      return [...states.matchAll(/'(\w+)'/g)].map(([, state = '']) => `${name}.${state}`);
    });
    return known;
  });
}

function outboxKinds(source: string): string[] {
  const [, union = ''] = /export type WorkKind =([^;]+);/.exec(source) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind);
}

const withoutRow = (needed: readonly string[], rows: readonly EndedState[]): string[] => {
  const named = new Set(rows.flatMap(({ stored }) => stored));
  return needed.filter((code) => !named.has(code) && !needNoEvent[code.split('.')[0] ?? '']?.includes(code.split('.')[1] ?? ''));
};

const readme = readFileSync(`${root}/src/server/payments/README.md`, 'utf8');
const work = readFileSync(`${root}/src/server/database/tables/gateway-work.ts`, 'utf8');

it('every state whose retries end names the event that wakes it, and a test of that', () => {
  const states = endedStates(readme);
  expect(states.length).toBeGreaterThan(12);
  expect(faultsOf(states)).toEqual([]);
});

it('every state of the tables that ends retries, and every kind of outbox work, has a row', () => {
  const rows = endedStates(readme);
  const needed = [...storedStates(), ...outboxKinds(work)];
  expect(needed).toEqual(expect.arrayContaining(['outbox.dead', 'webhook_deliveries.failed', 'sync_customer', 'unknown_payment']));
  expect(withoutRow(needed, rows)).toEqual([]);
});

it('no row and no exception names a state that is gone', () => {
  const known = new Set([...storedStates(), ...outboxKinds(work)]);
  const exceptions = Object.entries(needNoEvent).flatMap(([table, states]) => states.map((state) => `${table}.${state}`));
  const named = endedStates(readme).flatMap(({ stored }) => stored);
  expect([...named, ...exceptions].filter((code) => !known.has(code))).toEqual([]);
});

it('a kind of work or a state without a row is found', () => {
  const kinds = outboxKinds(work.replace("| 'refund'", "| 'refund'\n  | 'sync_invoices'"));
  expect(withoutRow([...kinds, ...storedStates(), 'top_ups.lapsed', 'exports.failed'], endedStates(readme))).toEqual([
    'sync_invoices',
    'top_ups.lapsed',
    'exports.failed',
  ]);
});

it('a row without an event or with a test that is gone is found', () => {
  const [first] = endedStates(readme);
  if (!first) throw new Error('The table has no rows');
  expect(
    faultsOf([
      { ...first, wokenBy: '' },
      { ...first, title: 'is gone' },
      { ...first, file: '' },
    ]),
  ).toHaveLength(3);
});
