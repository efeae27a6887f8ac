import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PgBoss from 'pg-boss';
import { expect, it } from 'vitest';
import { asFetch } from './job-engine.ts';

const testedVersion = '10.4.2';

const require = createRequire(import.meta.url);
const { version } = require('pg-boss/package.json') as { version: string };
const plans = require('pg-boss/src/plans.js') as { fetchNextJob: (schema: string) => (options: object) => string };

const inOneLine = (text: string): string =>
  text
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?;( ?;)*/g, ';')
    .trim();

it('is the version whose fetch was tested', () => {
  expect(version).toBe(testedVersion);
});

it('makes the schema in a migration as the engine would', () => {
  const migration = readFileSync(`${import.meta.dirname}/migrations/0001_rules.sql`, 'utf8');
  const plan = PgBoss.getConstructionPlans('pgboss');
  const first = plan.indexOf('CREATE SCHEMA');
  expect(inOneLine(migration)).toContain(inOneLine(plan.slice(first).replace(/COMMIT;\s*$/, '')));
});

it("asks the engine's fetch to pass over lanes that are served, and to say who has a job", () => {
  const text = asFetch(plans.fetchNextJob('pgboss')({ includeMetadata: true }));
  expect(text).toMatch(/start_after < now\(\) AND NOT EXISTS \(SELECT FROM pgboss\.job busy/);
  expect(text).toContain("output = jsonb_build_object('held_by', $3::text),");
  expect(() => asFetch('select 1')).toThrow('another form');
});
