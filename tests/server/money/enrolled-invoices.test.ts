import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepFrom, stepSeconds } from '#lib/dates/calendar.ts';
import { formatDate } from '#lib/dates/format.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf, once, type Operator } from '#tests/support/operator.ts';
import { payerAt, testCard, type Payer } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

/** Number of earlier cycles, enough for one invoice per state. The newest invoice is eight days old. */
const cyclesBefore = 10;
const organization = (slug: string, differs: Partial<OrganizationSeed>): OrganizationSeed => ({
  slug,
  name: `Organization ${slug}`,
  plan: 'pro',
  cyclesBefore,
  daysIntoCycle: 8,
  billingEmail: `pay@${slug}.example`,
  projects: [{ name: 'web' }],
  // One invoice is seeded as paid, because its dispute needs a payment. All others are void, so they have no payments.
  invoices: Array.from({ length: cyclesBefore }, (_, place) => (place === 5 ? {} : { status: 'void' })),
  ...differs,
});
const seeds = [
  organization('by-card', { cards: [{ number: testCard.good }] }),
  organization('by-invoice', { paymentMethodType: 'invoice' }),
];

/** States of invoices without a scheduled charge, newest invoice first. `triedOn`: days until the card is charged; null if never. */
const states = {
  issuedLately: { columns: "status = 'issued'", triedOn: 0 },
  issuedLongAgo: { columns: "status = 'issued'", triedOn: 3 },
  openLongAgo: { columns: "status = 'open'", triedOn: 3 },
  tooSmall: { columns: "status = 'open'", triedOn: null },
  underWay: { columns: "status = 'open', payment_is_processing = true", triedOn: null },
  disputed: { columns: "status = 'open'", triedOn: null },
  draft: { columns: "status = 'draft'", triedOn: null },
  givenUp: { columns: "status = 'uncollectible'", triedOn: null },
  forgiven: { columns: "status = 'void'", triedOn: null },
  paid: { columns: "status = 'paid'", triedOn: null },
} as const;
type State = keyof typeof states;
const names = Object.keys(states) as State[];

describe('invoices without a collection, over 70 days', () => {
  let platform: TestPlatform;
  let payer: Payer;
  let staff: Operator;
  let startSeconds = 0;
  const invoiceIds = new Map<string, Record<State, string>>();
  const rows = async <T>(query: string): Promise<T[]> => rowsOf<T>(await platform.context.db.execute(query));

  async function arrange(slug: string): Promise<void> {
    const found = await rows<{ id: string }>(
      `select i.id from invoices i join organizations o on o.id = i.organization_id where o.slug = '${slug}' order by period_end desc limit ${names.length}`,
    );
    expect(found).toHaveLength(names.length);
    const ids = Object.fromEntries(names.map((name, place) => [name, found[place]?.id])) as Record<State, string>;
    for (const name of names)
      await rows(`update invoices set amount_due_cents = ${name === 'tooSmall' ? 49 : 2500}, payment_attempted = false,
        due_at = now() + interval '300 days', ${states[name].columns} where id = '${ids[name]}' returning id`);
    invoiceIds.set(slug, ids);
  }

  const read = async (slug: string, id: string) =>
    (await payer.send('GET', `/platform/organizations/${slug}/billing/invoices/${id}`)).body as Record<string, any>;
  const daysOfTries = async (id: string) =>
    (
      await rows<{ day: number }>(
        `select floor((extract(epoch from created_at) - ${startSeconds}) / 86400)::int as day from payments
          where invoice_id = '${id}' and created_at >= to_timestamp(${startSeconds}) order by created_at`,
      )
    ).map(({ day }) => day);
  const emails = async (slug: string) =>
    ((await platform.ask('/sandbox/postbox/messages')).body as Record<string, any>[]).filter(
      (email) => email['organization'] === slug && email['kind'] === 'invoice_issued',
    );

  beforeAll(async () => {
    platform = await startPlatform('pglite', {}, { seeds, automatic: false });
    payer = payerAt(platform);
    staff = await operatorOf(platform);
    startSeconds = platform.context.clock.nowSeconds();
    for (const { slug } of seeds) await arrange(slug);
    await rows(`insert into disputes (id, organization_id, payment_id, source, amount_cents, held_cents, state, opened_at)
      select 'dp_1', organization_id, id, 'invoice:' || invoice_id, 2500, 0, 'open', now() from payments
      where invoice_id = '${invoiceIds.get('by-card')?.disputed}' limit 1 returning id`);
    await rows('delete from collections returning invoice_id');
    await payer.settled();
  });
  afterAll(() => platform.stop());

  it('says of each what its payer can expect, and announces the first charge of old ones three days ahead', async () => {
    const firstCharge = stepFrom(startSeconds, { days: 3 });
    const byCard = invoiceIds.get('by-card');
    for (const name of ['issuedLongAgo', 'openLongAgo'] as const) {
      const { number, collection } = await read('by-card', byCard?.[name] ?? '');
      expect(Math.abs(collection.next_charge_at - firstCharge)).toBeLessThan(60);
      const invoiceEmails = (await emails('by-card')).filter(({ subject }) => subject.includes(number));
      expect(invoiceEmails.map(({ text }) => /We charge it to your default card on ([^.]+)\./.exec(text)?.[1])).toEqual([
        formatDate(firstCharge),
      ]);
    }
    const byInvoice = invoiceIds.get('by-invoice');
    for (const name of ['issuedLately', 'issuedLongAgo', 'openLongAgo'] as const)
      expect((await read('by-invoice', byInvoice?.[name] ?? ''))['collection']).toMatchObject({ paid_by: 'invoice', next_charge_at: null });
    expect(await emails('by-invoice')).toEqual([]);
  });

  it("refuses staff's retry of an invoice whose payer is not charged", async () => {
    const retry = (slug: string, name: State) =>
      staff.ask('POST', `/invoices/${invoiceIds.get(slug)?.[name]}/retry`, { reason: 'Asked by phone' }, once());
    expect(await retry('by-invoice', 'openLongAgo')).toMatchObject({
      status: 422,
      body: { message: 'This organization pays by invoice: no card is charged' },
    });
    expect(await retry('by-card', 'tooSmall')).toMatchObject({
      status: 422,
      body: { message: "Less than $0.50 can't be charged to a card" },
    });
    expect((await retry('by-card', 'disputed')).body.message).toMatch(/is disputed/);
  });

  it('charges what a card payer owes, each once, and nothing else', async () => {
    // The platform also charges renewals in these 70 days; the test ignores them.
    for (let time = 0; time < 2; time += 1) await payer.pass(stepSeconds({ days: 35 }));
    for (const name of names) {
      const { triedOn } = states[name];
      const id = invoiceIds.get('by-card')?.[name] ?? '';
      expect([name, await daysOfTries(id)]).toEqual([name, triedOn === null ? [] : [triedOn]]);
      if (triedOn !== null) expect((await read('by-card', id))['status']).toBe('paid');
      expect([name, await daysOfTries(invoiceIds.get('by-invoice')?.[name] ?? '')]).toEqual([name, []]);
    }
  });

  it('takes the invoices of a payer who changes to cards, and leaves them again if the payer changes back', async () => {
    const pays = (by: 'card' | 'invoice') =>
      staff.ask('PUT', '/organizations/by-invoice', { name: 'Organization by-invoice', payment_method_type: by });
    const id = invoiceIds.get('by-invoice')?.openLongAgo ?? '';
    expect((await pays('card')).status).toBe(200);
    await payer.settled();
    const planned = (await read('by-invoice', id))['collection'];
    expect(planned).toMatchObject({ paid_by: 'card' });
    expect(planned.next_charge_at).toBeGreaterThan(platform.context.clock.nowSeconds());
    expect((await pays('invoice')).status).toBe(200);
    await payer.settled();
    expect((await read('by-invoice', id))['collection']).toMatchObject({ paid_by: 'invoice', next_charge_at: null });
  });
});
