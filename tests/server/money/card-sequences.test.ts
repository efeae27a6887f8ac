import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onMoneyPlatformWith, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const runs = Number(process.env['CARD_SEQUENCES'] ?? 40);

const slugs = ['capped', 'payg', 'free-one', 'free-two', 'agreed'] as const;
const base = (slug: string) => `/platform/organizations/${slug}`;

type Step =
  | { readonly kind: 'add' | 'settle' }
  | { readonly kind: 'default' | 'delete' | 'refund'; readonly which: number }
  | { readonly kind: 'topUp'; readonly dollars: number; readonly card: 'good' | 'isDisputed' | 'declines' | 'processesThenSucceeds' };

const which = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'settle' as const) }),
  fc.record({ kind: fc.constantFrom('default' as const, 'delete' as const, 'refund' as const), which }),
  fc.record({
    kind: fc.constant('topUp' as const),
    dollars: fc.integer({ min: 100, max: 2000 }),
    card: fc.constantFrom('good' as const, 'isDisputed' as const, 'declines' as const, 'processesThenSucceeds' as const),
  }),
);
const sequence = fc.record({ slug: fc.constantFrom(...slugs), steps: fc.array(step, { minLength: 2, maxLength: 6 }) });

interface Listed {
  readonly data: readonly { readonly id: string; readonly is_default: boolean }[];
  readonly defaultPaymentMethodId: string | null;
}

const cardsOf = async ({ send }: MoneyPlatform, slug: string): Promise<Listed> =>
  (await send('GET', `${base(slug)}/payments`)).body as Listed;

const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

async function take(money: MoneyPlatform, slug: string, act: Step): Promise<void> {
  const { send, captcha, card, confirm, topUp, settled, sandbox, platform } = money;
  switch (act.kind) {
    case 'settle':
      return settled();
    case 'add': {
      const { body } = await send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
      return confirm(body.client_secret, await card(testCard.good));
    }
    case 'default':
    case 'delete': {
      const before = await cardsOf(money, slug);
      const target = nth(before.data, act.which);
      if (!target) return;
      if (act.kind === 'default') {
        expect((await send('PUT', `${base(slug)}/payments/default`, { payment_method_id: target.id })).status).toBe(200);
        return;
      }
      const { status } = await send('DELETE', `${base(slug)}/payments`, { card_id: target.id });
      const mayGo = !target.is_default || (slug.startsWith('free') && before.data.length === 1);
      expect(mayGo ? [200, 409] : [422]).toContain(status);
      return;
    }
    case 'topUp': {
      const { status } = await topUp(slug, { amount: act.dollars, payment_method_id: await card(testCard[act.card]) });
      expect(status).toBe(act.card === 'declines' ? 402 : 201);
      return;
    }
    case 'refund': {
      const charge = nth(
        sandbox.money().filter(({ kind }) => kind === 'charge_succeeded'),
        act.which,
      );
      if (charge)
        await platform.context.paymentContext.gateway.createRefund(
          { paymentId: charge.paymentIntent, amountCents: null, metadata: {} },
          `refund-${charge.charge}`,
        );
    }
  }
}

async function expectBooks({ db, balance, sandbox }: MoneyPlatform, startedWith: ReadonlyMap<string, number>): Promise<void> {
  const total = (await db.execute(sql`select coalesce(sum(amount_cents), 0)::int as total from ledger_entries`)) as {
    rows: { total: number }[];
  };
  expect(total.rows[0]?.total).toBe(0);
  const owners = (await db.execute(
    sql`select p.intent_id as intent, o.slug from payments p join organizations o on o.id = p.organization_id where p.top_up_id is not null`,
  )) as { rows: { intent: string; slug: string }[] };
  const slugOf = new Map(owners.rows.map(({ intent, slug }) => [intent, slug]));
  for (const slug of slugs) {
    const signs: Readonly<Record<string, number>> = {
      charge_succeeded: 1,
      dispute_won: 1,
      refund_failed: 1,
      refund_succeeded: -1,
      refund_pending: -1,
      dispute_opened: -1,
    };
    const moneyEntries = sandbox.money().filter(({ paymentIntent }) => slugOf.get(paymentIntent) === slug);
    const credited = moneyEntries.reduce((sum, { kind, amount }) => sum + (signs[kind] ?? 0) * amount, 0);
    expect([slug, await balance(slug)]).toEqual([slug, (startedWith.get(slug) ?? 0) + credited]);
  }
}

onMoneyPlatformWith({ kinds: ['pglite'] }, (started) => {
  it('keeps books, balances and the one default through any sequence of cards, top-ups, refunds and disputes', async () => {
    const money = started();
    const startedWith = new Map<string, number>();
    for (const slug of slugs) startedWith.set(slug, await money.balance(slug));
    await fc.assert(
      fc.asyncProperty(sequence, async ({ slug, steps }) => {
        await money.db.execute(sql`delete from rate_limits`);
        for (const act of steps) await take(money, slug, act);
        await money.pass(60);
        const { data, defaultPaymentMethodId } = await cardsOf(money, slug);
        const defaults = data.filter(({ is_default: isDefault }) => isDefault);
        expect(defaults.length).toBeLessThanOrEqual(1);
        expect(defaults[0]?.id ?? null).toBe(defaultPaymentMethodId);
        await expectBooks(money, startedWith);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(await money.faults()).toEqual([]);
  }, 1_800_000);
});
