import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf, once } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const hour = 3600;

onEachStore(
  (platform) => {
    const read = (slug: string, path: string) => platform().ask(`/platform/organizations/${slug}${path}`, { as: slug });

    /** The owner's username equals the slug. @returns the final invoice of the first cycle */
    async function invoiceOf(slug: string): Promise<{ id: string; number: string }> {
      const { ask } = await operatorOf(platform());
      const terms = { name: slug, plan: 'pro', spend_cap: false, payment_method_type: 'invoice', po_number: 'PO-1' };
      expect((await ask('PUT', `/organizations/${slug}`, terms)).status).toBe(201);
      const member = { username: slug, role: 'owner' };
      expect((await ask('PUT', `/organizations/${slug}/members/${slug}@acme.example`, member)).status).toBe(201);
      const { current_period_end: end } = (await ask('GET', `/organizations/${slug}`)).body;
      await platform().context.jobs.moveClock(end + 2 * hour);
      return (await read(slug, '/billing/invoices?limit=1')).body[0];
    }

    it('numbers credit notes without gaps, in a series of their own, and gives each a document', async () => {
      const { ask } = await operatorOf(platform());
      const invoice = await invoiceOf('noted');
      const credit = (amountCents: number) =>
        ask('POST', `/invoices/${invoice.id}/credit-notes`, { amount_cents: amountCents, reason: 'Agreed' }, once());
      const first = await credit(300);
      expect(first.status).toBe(201);
      expect((await credit(10_000_000)).status).toBeGreaterThan(400);
      const second = await credit(200);
      const prefix = invoice.number.replace(/\d+$/, 'CN-');
      expect([first, second].map(({ body }) => body.credit_note.number)).toEqual([`${prefix}0001`, `${prefix}0002`]);

      const { credit_notes: notes } = (await read('noted', `/billing/invoices/${invoice.id}`)).body;
      expect(notes.map(({ number }: { number: string }) => number)).toEqual([`${prefix}0001`, `${prefix}0002`]);
      const path = new URL(notes[1].pdf).pathname.replace('/platform/organizations/noted', '');
      const file = await read('noted', path);
      expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
      expect(file.headers.get('Content-Disposition')).toContain(`${prefix}0002.pdf`);
      const lines = String((await read('noted', '/billing/invoices/export?kind=lines')).body);
      expect(lines).toContain(`Credit note ${prefix}0001: `);
      const { events } = (await ask('GET', '/organizations/noted/events?limit=100')).body;
      const credited = events.filter(({ type }: { type: string }) => type === 'invoice.credited');
      expect(credited.map(({ data }: { data: Record<string, string> }) => data['credit_note_number'])).toEqual([
        `${prefix}0001`,
        `${prefix}0002`,
      ]);
      const [stored] = await rows(
        `select billed_to ->> 'po_number' as po, seller ->> 'name' as seller from credit_notes where number = '${prefix}0001'`,
      );
      expect(stored).toEqual({ po: 'PO-1', seller: expect.stringMatching(/./) });
    });

    it('has no document for a note of an earlier release, and none for another organization', async () => {
      const { ask } = await operatorOf(platform());
      const invoice = await invoiceOf('earlier');
      const made = await ask('POST', `/invoices/${invoice.id}/credit-notes`, { amount_cents: 100, reason: 'Agreed' }, once());
      const { id, number } = made.body.credit_note;
      await invoiceOf('stranger');
      expect((await read('earlier', `/billing/credit-notes/${id}/pdf`)).status).toBe(200);
      expect((await read('stranger', `/billing/credit-notes/${id}/pdf`)).status).toBe(404);
      const earlier = `cn_${'e'.repeat(24)}`;
      await rows(`insert into credit_notes (id, organization_id, invoice_id, amount_cents, balance_cents, reason, created_at)
        select '${earlier}', organization_id, id, 100, 100, 'Before numbers', now() - interval '1 year' from invoices where id = '${invoice.id}'`);
      expect((await read('earlier', `/billing/credit-notes/${earlier}/pdf`)).status).toBe(404);
      const { credit_notes: notes } = (await read('earlier', `/billing/invoices/${invoice.id}`)).body;
      expect(notes).toMatchObject([
        { id: earlier, number: null, pdf: null },
        { id, number, pdf: expect.stringContaining(id) },
      ]);
    });

    async function rows(statement: string): Promise<Record<string, unknown>[]> {
      return rowsOf<Record<string, unknown>>(await platform().context.db.execute(statement));
    }
  },
  { SEED: 'none' },
  { automatic: false },
);
