import { expect, it } from 'vitest';
import { forecastEmails } from '#server/payments/forecast.ts';
import { type MoneyPlatform, onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

interface Event {
  readonly at: number;
  readonly kind: 'invoice' | 'attempt' | 'restriction' | 'email';
  readonly [fact: string]: unknown;
}

interface Forecast {
  readonly status: number;
  readonly until: number;
  readonly events: Event[];
}

const ofKind = (events: readonly Event[], kind: Event['kind']): Event[] => events.filter((event) => event.kind === kind);

/** Tolerance in seconds, because the clock advances while the platform handles a request. */
const seconds = 10;

async function forecastOf(money: MoneyPlatform, slug: string, query = ''): Promise<Forecast> {
  const { status, body } = await money.send('GET', `/platform/organizations/${slug}/billing/forecast${query}`);
  return { status, ...body };
}

async function expectTrueForecasts(money: MoneyPlatform, slugs: readonly string[]): Promise<void> {
  const expected = new Map<string, Forecast>();
  for (const slug of slugs) expected.set(slug, await forecastOf(money, slug));
  const begin = money.platform.context.clock.nowSeconds();
  const until = Math.min(...[...expected.values()].map((each) => each.until));
  // Stops the clock after each attempt. In one large step, the platform would try the next card on a later day instead of at once.
  const attempts = [...expected.values()].flatMap(({ events }) => ofKind(events, 'attempt').map(({ at }) => at));
  for (const at of [...new Set([...attempts.filter((each) => each < until), until])].toSorted((a, b) => a - b)) {
    await money.pass(Math.max(0, at + 1 - money.platform.context.clock.nowSeconds()));
    await money.settled();
  }
  for (const slug of slugs) {
    const events = (expected.get(slug)?.events ?? []).filter(({ at }) => at <= until);
    await expectEvents(money, slug, events, begin);
  }
}

async function expectEvents(money: MoneyPlatform, slug: string, events: readonly Event[], begin: number): Promise<void> {
  const ofSlug = `organization_id = (select id from organizations where slug = '${slug}')`;
  const invoices = await money.rows<{ at: number; cents: number }>(
    `select extract(epoch from finalized_at)::float8 as at, subtotal_cents::float8 as cents from invoices where ${ofSlug} and finalized_at > to_timestamp(${begin}) order by finalized_at`,
  );
  expect([slug, invoices.map(({ at, cents }) => [Math.round(at), cents])]).toEqual([
    slug,
    ofKind(events, 'invoice').map(({ at, subtotal_cents: cents }) => [at, cents]),
  ]);
  const tries = await money.rows<{ at: number; cents: number; state: string }>(
    `select extract(epoch from created_at)::float8 as at, amount_cents::float8 as cents, state from payments where ${ofSlug} and created_at > to_timestamp(${begin}) and off_session order by created_at`,
  );
  const planned = ofKind(events, 'attempt');
  expect([slug, tries.map(({ cents, state }) => [cents, state === 'succeeded'])]).toEqual([
    slug,
    planned.map(({ amount_cents: cents, succeeds }) => [cents, succeeds]),
  ]);
  const deviations = tries.map(({ at }, index) => Math.round(at - (planned[index]?.at ?? 0)));
  expect([slug, deviations.filter((deviation) => Math.abs(deviation) > seconds)]).toEqual([slug, []]);
  const restrictions = await money.rows<{ status: string }>(
    `select after ->> 'restriction_status' as status from audit_entries where ${ofSlug} and what = 'organization' and at > to_timestamp(${begin}) and after ->> 'restriction_status' is not null order by id`,
  );
  expect([slug, restrictions.map(({ status }) => status)]).toEqual([
    slug,
    ofKind(events, 'restriction').flatMap(({ status }) => (status === null ? [] : [status])),
  ]);
  const mails = await money.rows<{ kind: string }>(
    `select kind from notices where ${ofSlug} and occurred_at > to_timestamp(${begin}) and kind in (${forecastEmails.map((kind) => `'${kind}'`).join(', ')}) order by kind`,
  );
  expect([slug, mails.map(({ kind }) => kind)]).toEqual([
    slug,
    ofKind(events, 'email')
      .map(({ email }) => String(email))
      .sort(),
  ]);
}

const slugs = ['payg', 'capped', 'rich', 'by-invoice', 'branching', 'top'] as const;

onMoneyPlatformWith({ organizations: slugs }, (money) => {
  const forecast = (slug: string, query?: string) => forecastOf(money(), slug, query);

  it('names the extension, and changes nothing', async () => {
    expect((await money().send('GET', '/platform/profile')).body.capabilities).toContain('forecast');
    const counts = () =>
      money().rows(
        'select (select count(*) from invoices) as i, (select count(*) from notices) as n, (select count(*) from payments) as p',
      );
    const before = await counts();
    const first = await forecast('payg');
    expect([first.status, ofKind(first.events, 'invoice').length]).toEqual([200, 3]);
    expect(await counts()).toEqual(before);
    expect(await forecast('payg')).toEqual(first);
  });

  it('names the field of a bad question', async () => {
    for (const [query, path] of [
      ['?cycles=0', 'query.cycles'],
      ['?cycles=7', 'query.cycles'],
      ['?assume=luck', 'query.assume'],
    ] as const) {
      const { status, body } = await money().send('GET', `/platform/organizations/payg/billing/forecast${query}`);
      expect([status, body.errors[0].path]).toEqual([400, path]);
    }
  });

  it('expects more at the rate of this cycle, where usage is charged', async () => {
    const sum = (events: readonly Event[]): number =>
      ofKind(events, 'invoice').reduce((total, event) => total + Number(event['subtotal_cents']), 0);
    const [none, rate] = [await forecast('payg'), await forecast('payg', '?assume=rate')];
    expect([rate.status, rate.until]).toEqual([200, none.until]);
    expect(sum(rate.events)).toBeGreaterThan(sum(none.events));
  });

  it('lists the tries, emails and restrictions of a card that was refused for good', async () => {
    await money().useCard('branching', testCard.attachesThenDeclines);
    await money().db
      .execute(`insert into payments (id, organization_id, invoice_id, attempt, key, channel, state, amount_cents, method_id, off_session, failure_code, decline_code, created_at, expires_at)
      select 'pay_refused', o.id, i.id, 90, 'refused', 'intent', 'failed', 100, m.id, true, 'card_declined', 'stolen_card', i.period_start, i.period_start
      from organizations o join payment_methods m on m.organization_id = o.id and m.is_default
        cross join lateral (select id, period_start from invoices where organization_id = o.id limit 1) i where o.slug = 'branching'`);
    const { events } = await forecast('branching', '?cycles=2');
    expect(ofKind(events, 'attempt').map(({ succeeds }) => succeeds)).toEqual([false, false, false, false, false]);
    expect(ofKind(events, 'restriction').map(({ status }) => status)).toEqual(['grace_period', 'grace_period_over', 'restricted']);
    expect(new Set(ofKind(events, 'email').map(({ email }) => email))).toContain('payment_failed');
  });

  it('is what the moved clock then does, where nothing else is used', { timeout: 120_000 }, async () => {
    const others = slugs.filter((slug) => slug !== 'branching');
    for (const slug of ['payg', 'capped', 'top']) await money().useCard(slug, testCard.good);
    await expectTrueForecasts(money(), others);
  });
});

onMoneyPlatformWith({ organizations: ['branching', 'payg'] }, (money) => {
  it(
    'is what the moved clock then does to cards that were refused for good, with and without another card',
    { timeout: 120_000 },
    async () => {
      await money().useCard('branching', testCard.isLostLater);
      await money().useCard('payg', testCard.good);
      await money().useCard('payg', testCard.isLostLater);
      await money().pass(33 * 86_400);
      await money().settled();
      const attempts = async (slug: string) => ofKind((await forecastOf(money(), slug)).events, 'attempt').map(({ succeeds }) => succeeds);
      expect(await attempts('branching')).not.toContain(true);
      expect((await attempts('payg')).slice(0, 2)).toEqual([false, true]);
      await expectTrueForecasts(money(), ['branching', 'payg']);
    },
  );
});
