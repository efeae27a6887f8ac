import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Alerts and panels about figures that no process has would stay silent for good.

const home = 'src/server/deploy';
const { groups } = parse(readFileSync(`${home}/alerts.yaml`, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; labels: object; annotations: object }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(readFileSync(`${home}/dashboard.json`, 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const kind = inject('postgresUrl') === null ? 'pglite' : 'postgres';
/** Only with a pool of connections. */
const ofPostgres = /^database_pool_/;

let platform: TestPlatform;
/** Each series that a process tells, without its values. */
let series: string[];

beforeAll(async () => {
  platform = await startPlatform(kind, {}, { seeds: moneyOrganizations, automatic: false });
  const { topUp, card } = payerAt(platform);
  expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
  const { body } = await platform.ask('/metrics');
  series = (body as string).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
});
afterAll(() => platform?.stop());

/** Names of series in a query, with the labels that it looks at. */
function seriesOf(query: string): { name: string; labels: string[] }[] {
  return [
    ...query.matchAll(/\b((?:http|gateway|job|mail|webhook|platform|process|nodejs|database)_[a-z0-9_]*[a-z])\b(?:\{([^}]*)\})?/g),
  ].map(([, name = '', labels = '']) => ({ name, labels: [...labels.matchAll(/(\w+)[=!]/g)].map(([, label = '']) => label) }));
}

const exists = ({ name, labels }: { name: string; labels: string[] }): boolean =>
  (kind === 'pglite' && ofPostgres.test(name)) ||
  series.some(
    (line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && labels.every((label) => line.includes(`${label}="`)),
  );

it('every alert asks for figures that a process has', () => {
  expect(alerts.length).toBeGreaterThan(10);
  const missing = alerts.flatMap(({ alert, expr }) =>
    seriesOf(expr)
      .filter((one) => !exists(one))
      .map(({ name }) => `${alert}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('every alert says how urgent it is, and in one sentence what is wrong', () => {
  for (const { labels, annotations } of alerts) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(page|ticket)$/) });
    expect(annotations).toEqual({ summary: expect.stringMatching(/^[A-Z].{10,80}$/) });
  }
});

it('every panel shows figures that a process has', () => {
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  expect(queries.length).toBeGreaterThan(20);
  for (const { title, expr } of queries) expect([title, seriesOf(expr).length > 0]).toEqual([title, true]);
  const missing = queries.flatMap(({ title, expr }) =>
    seriesOf(expr)
      .filter((one) => !exists(one))
      .map(({ name }) => `${title}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('every figure is on a panel', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => seriesOf(expr).map(({ name }) => name))));
  const base = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
  const seriesNames = new Set(series.map((line) => base(/^\w+/.exec(line)?.[0] ?? '')));
  expect([...seriesNames].filter((name) => ![...shown].some((other) => base(other) === name))).toEqual([]);
});

it('every alert is explained in the runbook, and nothing else', () => {
  const [alerting = ''] = readFileSync(`${home}/RUNBOOK.md`, 'utf8').split('\n# Backup');
  const explained = [...alerting.matchAll(/^## (\w+)\n\*\*Means:\*\* \S[\s\S]*?\*\*Do:\*\* \S/gm)].map(([, name]) => name);
  expect(explained).toEqual(alerts.map(({ alert }) => alert));
});

it('a name that no process has is noticed', () => {
  expect(seriesOf('max(platform_gateway_work_dead{job="x"}) > 0')).toEqual([{ name: 'platform_gateway_work_dead', labels: ['job'] }]);
  expect(exists({ name: 'platform_gateway_work_death', labels: [] })).toBe(false);
});
