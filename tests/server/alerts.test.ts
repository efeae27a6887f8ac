import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Checks that processes expose every metric that alerts and dashboards use. Without its metric, an alert could never fire.

const home = 'src/server/deploy';
const { groups } = parse(readFileSync(`${home}/alerts.yaml`, 'utf8')) as {
  groups: { rules: { alert?: string; record?: string; expr: string; labels: object; annotations: object }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const { panels } = JSON.parse(readFileSync(`${home}/dashboard.json`, 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const kind = inject('postgresUrl') === null ? 'pglite' : 'postgres';
/** Metrics that are exposed only with a connection pool. */
const ofPostgres = /^database_pool_/;
/** Metrics that are exposed only with log archiving and replicas, see `deployment/monitoring.test.ts`. */
const ofReplicated = /^database_(archive|replication)_/;

const source = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${source}') });
/** Grafana's dashboard JSON model, schema version 39, reduced to the parts in use. */
const dashboardShape = z.strictObject({
  title: z.string(),
  uid: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  schemaVersion: z.literal(39),
  version: z.int(),
  editable: z.boolean(),
  refresh: z.string().regex(/^\d+[smh]$/),
  time: z.strictObject({ from: z.string().startsWith('now-'), to: z.literal('now') }),
  tags: z.array(z.string()),
  templating: z.strictObject({
    list: z.tuple([
      z.strictObject({ name: z.literal('source'), type: z.literal('datasource'), query: z.literal('prometheus'), label: z.string() }),
    ]),
  }),
  panels: z.array(
    z.strictObject({
      id: z.int().positive(),
      type: z.enum(['timeseries', 'stat', 'gauge', 'table']),
      title: z.string().min(3),
      datasource: source,
      gridPos: z
        .strictObject({ h: z.literal(8), w: z.int().min(1), x: z.int().min(0), y: z.int().min(0) })
        .refine(({ w, x }) => x + w <= 24),
      fieldConfig: z.strictObject({
        defaults: z.strictObject({
          unit: z.enum(['short', 'none', 'reqps', 's', 'd', 'bytes', 'percentunit', 'ops', 'bool', 'cps']),
          min: z.int(),
          max: z.int().optional(),
          decimals: z.int().optional(),
        }),
        overrides: z.tuple([]),
      }),
      targets: z.array(z.strictObject({ refId: z.string().regex(/^[A-Z]$/), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});

let platform: TestPlatform;
let series: string[];

beforeAll(async () => {
  platform = await startPlatform(kind, {}, { seeds: moneyOrganizations, automatic: false });
  const { topUp, card } = payerAt(platform);
  expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
  const { body } = await platform.ask('/metrics');
  series = (body as string).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
});
afterAll(() => platform?.stop());

function seriesOf(query: string): { name: string; labels: string[] }[] {
  return [
    ...query.matchAll(/\b((?:billing|http|gateway|job|mail|webhook|platform|process|nodejs|database)_[a-z0-9_]*[a-z])\b(?:\{([^}]*)\})?/g),
  ].map(([, name = '', labels = '']) => ({ name, labels: [...labels.matchAll(/(\w+)[=!]/g)].map(([, label = '']) => label) }));
}

const exists = ({ name, labels }: { name: string; labels: string[] }): boolean =>
  (kind === 'pglite' && ofPostgres.test(name)) ||
  ofReplicated.test(name) ||
  series.some(
    (line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && labels.every((label) => line.includes(`${label}="`)),
  );

it('every alert asks for figures that a process has', () => {
  expect(alerts.length).toBeGreaterThan(10);
  const missing = rules.flatMap(({ alert, record, expr }) =>
    seriesOf(expr)
      .filter((one) => !exists(one))
      .map(({ name }) => `${alert ?? record}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('every alert says how urgent it is, and in one sentence what is wrong', () => {
  for (const { labels, annotations } of alerts) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(page|ticket)$/) });
    expect(annotations).toEqual({ summary: expect.stringMatching(/^[A-Z].{10,80}$/), runbook_url: expect.stringMatching(/^https:/) });
  }
});

it('the dashboard is one that Grafana reads, with panels that do not overlap', () => {
  const { panels } = dashboardShape.parse(JSON.parse(readFileSync(`${home}/dashboard.json`, 'utf8')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const places = panels.flatMap(({ gridPos: { x, y, w } }) => Array.from({ length: w }, (_, column) => `${y}:${x + column}`));
  expect(new Set(places).size).toBe(places.length);
  for (const { targets } of panels) expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  expect(dashboardShape.safeParse({ panels }).success).toBe(false);
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
