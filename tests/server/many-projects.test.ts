import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { failuresOf } from '#tests/bench/gates.ts';
import { slug, statementsFor } from '#tests/bench/suites/many-projects.ts';
import type { Measured } from '#tests/bench/suite.ts';
import { onEachStore } from '#tests/support/platform.ts';

/** Number of projects, too many to list in the page's HTML. Inserting more projects would take long in the embedded database. */
const projects = 2000;

const gzipBytes = (text: string): number => gzipSync(text).length;

onEachStore((platform) => {
  it(
    'sends the same document with thousands of projects as with a few, and reads their invoice afterwards',
    { timeout: 60_000 },
    async () => {
      const { ask, context } = platform();
      const page = async (): Promise<string> => (await ask(`/org/${slug}/billing`, { as: 'owner' })).body;
      const few = await page();
      for (const statement of statementsFor(projects)) await context.db.execute(statement);
      const many = await page();
      const figure = (document: string): Measured => ({
        row: 'many-projects-document',
        of: '',
        value: gzipBytes(document) / gzipBytes(few),
      });
      expect(failuresOf([figure(many)])).toEqual([]);
      expect(many).toMatch(/<section id="breakdown"[^>]* aria-busy="true"/);
      expect(few).not.toMatch(/<section id="breakdown"[^>]* aria-busy="true"/);

      const rows = Array.from({ length: 1000 }, (_, index) => `<tr><th>project ${index}</th><td>${index} h</td></tr>`).join('');
      expect(failuresOf([figure(few + rows)]).map(({ row }) => row)).toEqual(['many-projects-document']);

      const invoice = await ask(`/platform/organizations/${slug}/billing/invoices/upcoming?breakdown_limit=50`, {
        as: 'owner',
        headers: { Version: '2' },
      });
      const lines: Measured = { row: 'first-lines', of: '', value: gzipBytes(JSON.stringify(invoice.body)) };
      expect(failuresOf([lines])).toEqual([]);
      expect(
        invoice.body.lines.some(
          ({ breakdown_count: count }: { breakdown_count?: number }) => count !== undefined && count > projects * 0.9,
        ),
      ).toBe(true);
    },
  );
});
