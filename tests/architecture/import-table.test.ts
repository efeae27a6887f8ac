import { describe, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { allowed, areaOf, importCircles, importFaults, packageHomes } from './import-table.ts';
import { sourceFiles } from './source-files.ts';

const areaSeeds: readonly (readonly [path: string, source: string])[] = [
  ['src/server/deploy/x.ts', "import { a } from '#server/store/x.ts';"],
  ['src/server/reference/x.ts', "import { a } from '#server/store/x.ts';"],
  ['src/client/x.ts', "import type { A } from '#contract/types.ts';"],
  ['src/contract/x.ts', "import type { A } from '#lib/money.ts';"],
  ['src/lib/x.ts', "import { a } from '#billing/reads.ts';"],
  ['src/ui/X/X.tsx', "import type { Plan } from '#contract/types.ts';"],
  ['src/ui/X/X.tsx', "import { a } from '#billing/reads.ts';"],
  ['src/billing/x.ts', "import { a } from '#app/routes.ts';"],
  ['src/billing/x.ts', "import { a } from '#server/settings/config.ts';"],
  ['src/app/x.ts', "const a = await import('#server/settings/config.ts');"],
  ['src/app/x.ts', "import { a } from '#tokens/build/compile.ts';"],
  ['src/design/x.ts', "import { a } from '#server/http/csp.ts';"],
  ['src/design/x.ts', "import { a } from '#a11y/audit/cli.ts';"],
  ['src/server/domain/x.ts', "import { a } from '#server/store/schema.ts';"],
  ['src/server/database/x.ts', "import { a } from '#server/store/ledger.ts';"],
  ['src/server/background/x.ts', "import { a } from '#server/webhooks/webhook-sender.ts';"],
  ['src/server/store/x.ts', "export { a } from '#server/routes/a.ts';"],
  ['src/server/billing/x.ts', "import { a } from '#server/store/ledger.ts';"],
  ['src/server/billing/limits/x.ts', "import { a } from '#server/billing/periods/renewal.ts';"],
  ['src/server/billing/approvals/x.ts', "import { a } from '#server/billing/usage/record-usage.ts';"],
  ['src/server/billing/notices/x.ts', "import { a } from '#server/billing/invoices/close-cycle.ts';"],
  ['src/server/billing/price-books/x.ts', "import { a } from '#server/billing/invoices/close-cycle.ts';"],
  ['src/server/billing/restrictions/x.ts', "import { a } from '#server/billing/budgets/save-budget.ts';"],
  ['src/server/billing/budgets/x.ts', "import { a } from '#server/billing/invoices/close-cycle.ts';"],
  ['src/server/billing/costs/x.ts', "import { a } from '#server/billing/invoices/close-cycle.ts';"],
  ['src/server/billing/usage/x.ts', "import { a } from '#server/billing/notices/card-notices.ts';"],
  ['src/server/settings/x.ts', "import { a } from '#server/context.ts';"],
  ['src/server/tracing/x.ts', "import { a } from '#server/http/environment.ts';"],
  ['src/server/start/x.ts', "import { a } from '#server/http/app.ts';"],
  ['src/server/billing/invoices/x.ts', "import { a } from '#server/payments/settle.ts';"],
  ['src/server/billing/price-tags/x.ts', "import { a } from '#server/billing/invoices/close-cycle.ts';"],
  ['src/server/billing/periods/x.ts', "import { a } from '#server/billing/invoices/close-cycle.ts';"],
  ['src/server/threads/x.ts', "import { a } from '#server/store/x.ts';"],
  ['src/server/fairness/x.ts', "import { a } from '#server/http/app.ts';"],
  ['src/server/health/x.ts', "import { a } from '#server/http/app.ts';"],
  ['src/server/documents/x.ts', "import { a } from '#server/routes/a.ts';"],
  ['src/sandbox/x.ts', "import { a } from '#server/store/schema.ts';"],
  ['src/server/gateway/x.ts', "import { a } from '#server/store/schema.ts';"],
  ['src/server/payments/x.ts', "import { a } from '#server/routes/a.ts';"],
  ['src/server/payments/x.ts', "import { a } from '#server/http/run-call.ts';"],
  ['src/server/jobs/x.ts', "import { a } from '#server/http/respond.ts';"],
  ['src/server/jobs/x.ts', "import { a } from '#server/gateway/gateway.ts';"],
  ['src/server/routes/x.ts', "import { a } from '#server/settings/config.ts';"],
  ['src/server/routes/x.ts', "import { a } from '#server/gateway/gateway.ts';"],
  ['src/server/routes/x.ts', "import { a } from '#server/http/run-call.ts';"],
  ['src/server/admin/x.ts', "import { a } from '#server/http/run-call.ts';"],
  ['src/server/operator-cli/x.ts', "import { a } from '#server/http/run-call.ts';"],
  ['src/server/webhooks/x.ts', "import { a } from '#server/http/run-call.ts';"],
  ['src/server/sign-in/x.ts', "import { a } from '#server/http/session.ts';"],
  ['src/server/notices/x.ts', "import { a } from '#server/payments/a.ts';"],
  ['src/server/seed/x.ts', "import { a } from '#server/routes/a.ts';"],
  ['src/server/http/x.ts', "import { a } from '#server/jobs/runner.ts';"],
  ['src/server/http/x.ts', "import { a } from '#server/payments/top-up.ts';"],
  ['src/server/http/x.ts', "import { a } from '#app/App.tsx';"],
  ['src/server/x.ts', "import { a } from '#app/App.tsx';"],
  ['src/server/cli/x.ts', "import { a } from '#server/settings/config.ts';"],
  ['design-tokens/x.ts', "import { a } from '#lib/money.ts';"],
  ['tests/x.ts', "import a from './../vite.config.ts';"],
  ['a11y/x.ts', "import { a } from '#tokens/build/compile.ts';"],
];

describe('import table', () => {
  it('holds for every source file', () => {
    // Excludes this file and the token tests, which contain faulty sources as text.
    const files = sourceFiles(/^(src|tests|a11y|design-tokens)\/.*\.tsx?$/).filter(
      ({ path }) => !/^(tests\/architecture\/import-table|design-tokens\/.*)\.test\.ts$/.test(path),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ path, text }) => importFaults(path, text))).toEqual([]);
  });

  it('has a row for every folder of the server', () => {
    const folders = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => `src/server/${name}`).filter((folder) => !(folder in allowed))).toEqual([]);
  });

  it.each([
    ["import { createSandboxGateway } from '#sandbox/sandbox-gateway.ts';", 1],
    ["import type { SandboxGateway } from '#sandbox/sandbox-gateway.ts';", 0],
    ["const { createSandboxGateway } = await import('#sandbox/sandbox-gateway.ts');", 0],
  ])('loads the emulator late: %s', (source, faults) => {
    expect(importFaults('src/server/payments/x.ts', source)).toHaveLength(faults);
  });

  it('finds no circle of imports, types included', () => {
    const isTestCode = /\.test\.tsx?$|\/testing\/|test-support/;
    const files = sourceFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !isTestCode.test(path));
    expect(importCircles(files)).toEqual([]);
  });

  it('names the files of a circle', () => {
    const files = [
      { path: 'src/lib/a.ts', text: "import { b } from './b.ts';" },
      { path: 'src/lib/b.ts', text: "import type { A } from '#lib/a.ts';" },
      { path: 'src/lib/c.ts', text: "import { a } from './a.ts';" },
    ];
    expect(importCircles(files)).toEqual([['src/lib/a.ts', 'src/lib/b.ts']]);
  });

  it.each(areaSeeds)('refuses %s to import %s', (path, source) => {
    expect(importFaults(path, source)).toEqual([expect.stringContaining(`: ${areaOf(path)} may not import `)]);
  });

  it('has a seed for each area', () => {
    const seeded = new Set(areaSeeds.map(([path]) => areaOf(path)));
    expect(Object.keys(allowed).filter((area) => !seeded.has(area))).toEqual([]);
  });

  it.each(Object.entries(packageHomes))('refuses %s outside of %j', (name, homes) => {
    for (const specifier of [name, `${name}/part`]) {
      expect(importFaults('src/lib/x.ts', `import { a } from '${specifier}';`)).toEqual([expect.stringContaining(`: ${name} belongs to `)]);
      for (const home of homes) expect(importFaults(`${home}/x.ts`, `import { a } from '${specifier}';`)).toEqual([]);
    }
  });

  it.each([
    ['a package in the contract', 'src/contract/x.ts', "import { clsx } from 'clsx';", 'the schema library only'],
    ['section to section', 'src/billing/credits/X.tsx', "import { a } from '#billing/invoices/invoice-page.ts';", 'may not import section'],
    ['climbing', 'src/lib/x.ts', "import { a } from '../contract/types.ts';", 'climbs'],
  ])('refuses %s', (_, path, source, why) => {
    expect(importFaults(path, source)).toEqual([expect.stringContaining(why)]);
  });

  it('keeps six loose files of the server', () => {
    const loose = readdirSync('src/server').filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    expect(loose.length).toBeLessThanOrEqual(6);
  });

  const roundTrips = (table: Readonly<Record<string, readonly string[]>>, parent: string): string[] => {
    const rooms = Object.keys(table).filter((area) => area.startsWith(`${parent}/`));
    const reaches = (from: string, goal: string, passed: readonly string[] = []): boolean =>
      (table[from] ?? []).some(
        (next) => next === goal || (rooms.includes(next) && !passed.includes(next) && reaches(next, goal, [...passed, next])),
      );
    return rooms.filter((room) => reaches(room, room));
  };

  it('lets no two folders of billing import each other, also through a third', () => {
    const parent = 'src/server/billing';
    expect(roundTrips(allowed, parent)).toEqual([]);
    const looped = { ...allowed, [`${parent}/limits`]: [`${parent}/usage`] };
    expect(roundTrips(looped, parent)).toContain(`${parent}/limits`);
  });

  it('lets allowed imports be', () => {
    const source = "import { a } from '#lib/money.ts';\nimport { b } from '#billing/shared/data/queries.ts';\nimport { c } from './x.ts';";
    expect(importFaults('src/billing/credits/X.tsx', source)).toEqual([]);
  });
});
