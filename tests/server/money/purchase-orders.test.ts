import { describe, expect, it } from 'vitest';
import { postboxOf } from '#tests/support/confirm-recipients.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const hour = 3600;
const gigabyte = 1_000_000_000;
const project = 'p'.repeat(20);

onEachStore(
  (platform) => {
    const at = (slug: string, path: string) => `/platform/organizations/${slug}${path}`;
    const read = async (slug: string, path: string) => (await platform().ask(at(slug, path), { as: slug, headers: { Version: '2' } })).body;
    const latest = async (slug: string) => {
      const [{ id }] = await read(slug, '/billing/invoices?limit=1');
      return read(slug, `/billing/invoices/${id}`);
    };
    const save = (slug: string, references: unknown, as = slug) =>
      platform().ask(at(slug, '/customer'), {
        as,
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ references }),
      });
    const passUntil = (seconds: number) => platform().context.jobs.moveClock(seconds);

    /** The organization pays by transfer. Its owner has the same name. @returns the end of its cycle */
    async function makeOrganization(slug: string, terms: object = {}): Promise<number> {
      const { ask } = await operatorOf(platform());
      const body = {
        name: slug,
        billing_email: `bills@${slug}.example`,
        plan: 'pro',
        spend_cap: false,
        payment_method_type: 'invoice',
        ...terms,
      };
      expect((await ask('PUT', `/organizations/${slug}`, body)).status).toBe(201);
      for (const [username, role] of [
        [slug, 'owner'],
        [`${slug}-viewer`, 'viewer'],
      ])
        expect((await ask('PUT', `/organizations/${slug}/members/${username}@acme.example`, { username, role })).status).toBe(201);
      return (await ask('GET', `/organizations/${slug}`)).body.current_period_end;
    }

    describe('the numbers of the bookkeeping', () => {
      it('are on the invoice, its email, its event and the file, and those of the next invoice only once', async () => {
        const end = await makeOrganization('acme', { po_number: 'PO-1', buyer_reference: 'Cost center 80' });
        const stored = {
          po_number: 'PO-1',
          buyer_reference: 'Cost center 80',
          next_po_number: null,
          next_buyer_reference: null,
          po_required: false,
        };
        expect((await read('acme', '/customer')).references).toEqual(stored);
        expect((await save('acme', { next_po_number: ' PO-2 ' })).status).toBe(204);
        expect((await read('acme', '/customer')).references).toEqual({ ...stored, next_po_number: 'PO-2' });

        await passUntil(end + 2 * hour);
        const invoice = await latest('acme');
        expect(invoice).toMatchObject({
          status: 'issued',
          billed_to: { name: 'acme', po_number: 'PO-2', buyer_reference: 'Cost center 80' },
        });
        expect((await read('acme', '/customer')).references).toEqual(stored);
        await platform().context.notices.idle();
        const email = (await postboxOf(platform())).find(({ kind, organization }) => kind === 'invoice_issued' && organization === 'acme');
        expect(email?.text).toMatch(/Purchase order\W+PO-2[^]*Buyer reference\W+Cost center 80/);
        const { ask } = await operatorOf(platform());
        const { events } = (await ask('GET', '/organizations/acme/events?limit=100')).body;
        const event = events.find(({ type }: { type: string }) => type === 'invoice.finalized');
        expect(event.data).toMatchObject({ invoice_id: invoice.id, po_number: 'PO-2', buyer_reference: 'Cost center 80' });
        const file = String(await read('acme', '/billing/invoices/export?kind=totals'));
        const [head, row] = file.split('\r\n').map((line) => line.split(','));
        expect([head?.slice(-2), row?.slice(-2)]).toEqual([
          ['Purchase order', 'Buyer reference'],
          ['PO-2', 'Cost center 80'],
        ]);

        await passUntil((await ask('GET', '/organizations/acme')).body.current_period_end + 2 * hour);
        expect((await latest('acme')).billed_to).toMatchObject({ po_number: 'PO-1', buyer_reference: 'Cost center 80' });
        expect((await read('acme', `/billing/invoices/${invoice.id}`)).billed_to.po_number).toBe('PO-2');
      });

      it('are saved by members with billing write permission, and are one printable line', async () => {
        await makeOrganization('rules');
        expect((await save('rules', { po_number: 'PO-1' }, 'rules-viewer')).status).toBe(403);
        for (const [references, path] of [
          [{ po_number: 'x'.repeat(61) }, 'po_number'],
          [{ buyer_reference: 'a\u202Eb' }, 'buyer_reference'],
          [{ next_po_number: '' }, 'next_po_number'],
          [{ po_required: 'yes' }, 'po_required'],
        ] as const) {
          const { status, body } = await save('rules', references);
          expect([status, body.errors[0].path]).toEqual([400, `body.references.${path}`]);
        }
        expect((await save('rules', { po_number: 'PO-9', po_required: true })).status).toBe(204);
        expect((await save('rules', { po_number: null })).status).toBe(204);
        const { entries } = await read('rules', '/billing/audit');
        expect(entries.filter(({ call }: { call: string | null }) => call === 'updateCustomer')).toMatchObject([
          { what: 'billing_details', actor: 'rules', before: { po_number: 'PO-9' }, after: {} },
          { what: 'billing_details', actor: 'rules', before: { po_required: false }, after: { po_number: 'PO-9', po_required: true } },
        ]);
      });
    });

    describe('an invoice without a required purchase order number', () => {
      it('waits with fixed lines, becomes final with the number, and leaves later usage to the next invoice', async () => {
        const end = await makeOrganization('held', { po_required: true });
        const { ask } = await operatorOf(platform());
        expect((await ask('PUT', `/organizations/held/projects/${project}`, { name: 'shop', compute_size: 'micro' })).status).toBe(201);
        const use = async (id: string, quantity: number) => {
          const record = {
            id,
            organization: 'held',
            project_ref: project,
            metric: 'EGRESS',
            quantity: quantity * gigabyte,
            at: end - hour,
          };
          expect((await ask('POST', '/usage', { records: [record] })).body).toMatchObject({ accepted: 1 });
        };
        await passUntil(end + 60);
        await use('in-time', 300);
        await passUntil(end + 2 * hour);
        const draft = await latest('held');
        expect(draft).toMatchObject({ status: 'draft', invoice_pdf: null, waits_for_po_until: end + 24 * hour });
        await platform().context.notices.idle();
        const emails = (await postboxOf(platform())).filter(({ organization }) => organization === 'held');
        expect(emails.map(({ kind }) => kind)).toEqual(['po_missing']);
        expect(emails[0]?.subject).toMatch(/^Purchase order number needed by .*: invoice /);

        await use('too-late', 100);
        await passUntil(end + 3 * hour);
        expect((await save('held', { next_po_number: 'PO-7' })).status).toBe(204);
        await passUntil(end + 3 * hour + 60);
        const final = await latest('held');
        expect(final).toMatchObject({ id: draft.id, status: 'issued', subtotal: draft.subtotal, billed_to: { po_number: 'PO-7' } });
        expect(final.waits_for_po_until).toBeUndefined();
        const { lines } = await read('held', '/billing/invoices/upcoming');
        const late = lines.filter(({ description }: { description: string }) => description.includes('reported later'));
        expect(late).toMatchObject([{ amount: 9 }]);
      });

      it('becomes final a day after its cycle', async () => {
        const end = await makeOrganization('late', { po_required: true });
        await passUntil(end + 25 * hour);
        const invoice = await latest('late');
        expect(invoice).toMatchObject({ status: 'issued' });
        expect(invoice.billed_to.po_number).toBeUndefined();
        const { ask } = await operatorOf(platform());
        const { events } = (await ask('GET', '/organizations/late/events?limit=100')).body;
        expect(events.filter(({ type }: { type: string }) => type === 'invoice.finalized')).toHaveLength(1);
      });

      it('becomes final at once when the number is no longer required', async () => {
        const end = await makeOrganization('freed', { po_required: true });
        await passUntil(end + 2 * hour);
        expect((await latest('freed')).status).toBe('draft');
        const { ask } = await operatorOf(platform());
        expect((await ask('PUT', '/organizations/freed', { name: 'freed', po_required: false })).body.po_required).toBe(false);
        await passUntil(end + 2 * hour + 60);
        expect((await latest('freed')).status).toBe('issued');
      });
    });
  },
  { SEED: 'none' },
  { automatic: false },
);
