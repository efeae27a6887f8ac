import { expect, it } from 'vitest';
import { failuresOf } from '#tests/bench/gates.ts';
import { addInvoices, compare, works, type Work } from '#tests/bench/histories.ts';
import { onEachStore } from '#tests/support/platform.ts';
import type { Measured } from '#tests/bench/suite.ts';
import type { Database } from '#server/database/database.ts';
import { organizationBySlug } from '#server/store/organizations.ts';

const sizes = [10, 30_000];
const rounds = 7;
const organizations = ['pro-invoice', 'all-paused'];

async function figuresOf(db: Database, ids: readonly number[], works: readonly Work[]): Promise<Measured[]> {
  const figures: Measured[] = [];
  for (const [name, run] of works) {
    const [short = 0, long = 0] = await compare(ids, rounds, (id, round) => run(db, id, sizes[ids.indexOf(id)] ?? 0, round));
    figures.push({ row: 'many-invoices', of: name, value: long / short });
  }
  return figures;
}

onEachStore(
  (platform) => {
    it('answers pages, filters and counts of a long history as fast as of a short one', { timeout: 60_000 }, async () => {
      const { db } = platform().context;
      const ids: number[] = [];
      for (const [index, slug] of organizations.entries()) {
        const id = (await organizationBySlug(db, slug))?.id ?? 0;
        await addInvoices(db, id, sizes[index] ?? 0);
        ids.push(id);
      }
      await db.execute('analyze');
      expect(failuresOf(await figuresOf(db, ids, works))).toEqual([]);

      // Negative control: the check must detect a query that counts all rows and a query that sorts all rows.
      const counting: Work = [
        'every row counted',
        (_, id) => db.execute(`select count(distinct number) from invoices where organization_id = ${id}`),
      ];
      const sorting: Work = [
        'every row sorted',
        (_, id) => db.execute(`select * from invoices where organization_id = ${id} order by md5(id) limit 5`),
      ];
      const failures = failuresOf(await figuresOf(db, ids, [counting, sorting]));
      expect(failures.map(({ row }) => row)).toEqual(['many-invoices', 'many-invoices']);
    });
  },
  undefined,
  undefined,
  'database',
);
