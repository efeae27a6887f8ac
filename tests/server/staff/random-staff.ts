import { expect } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import type { MoneyPlatform } from '#tests/support/money-platform.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import type { Answer } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';

export const limitCents = 30_000;

const slugs = ['free-one', 'free-two', 'free-three', 'payg', 'rich', 'by-invoice', 'top'] as const;

/** A key with facts that the test recorded when it created the key. The facts do not come from the platform. */
interface Holder {
  readonly id: string;
  readonly key: string;
  readonly owner: string;
  /** Owners of the keys that created this key, recursively; empty for the first keys. */
  readonly makers: readonly string[];
  readonly root: string;
  readonly madeAt: number;
}

interface Waiting {
  readonly id: string;
  readonly by: Holder;
  readonly askedAt: number;
}

/** Number of responses by kind. If all actions of a run are refused, the run proves nothing. */
export type Counted = Record<string, number>;

/** Performs random money actions, most of them permitted. After each action, the test checks the platform's tables. */
export class RandomStaff {
  readonly counted: Counted = {};
  private readonly money: MoneyPlatform;
  private readonly random: Random;
  private readonly holders: Holder[] = [];
  private waiting: Waiting[] = [];
  private place = 0;
  private keys = 0;

  constructor(money: MoneyPlatform, random: Random) {
    this.money = money;
    this.random = random;
  }

  async begin(): Promise<void> {
    for (const owner of ['ada@example.com', 'ben@example.com', 'cleo@example.com']) {
      const { key, keyId } = await operatorOf(this.money.platform, adminScopes, owner);
      this.holders.push({ id: keyId, key, owner, makers: [], root: keyId, madeAt: (this.place += 1) });
    }
  }

  private count(what: string): void {
    this.counted[what] = (this.counted[what] ?? 0) + 1;
  }

  private ask(holder: Holder, path: string, body: unknown, key?: string): Promise<Answer> {
    return this.money.platform.ask(`/admin/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${holder.key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  private async rows<T>(query: string): Promise<T[]> {
    return this.money.rows<T>(query);
  }

  async act(): Promise<void> {
    const { random } = this;
    const turn = random.below(20);
    if (turn < 2) await this.memberActs();
    else if (turn < 3) await this.makeKey();
    else if (turn < 6) await this.decide();
    else await this.staffActs();
    await this.look();
  }

  private async memberActs(): Promise<void> {
    const { random, money } = this;
    const slug = random.pick(slugs);
    const choice = random.below(4);
    if (choice === 0) {
      const { status } = await money.topUp(slug, { amount: random.pick([100, 250]), payment_method_id: await money.card(testCard.good) });
      return this.count(`top-up ${status}`);
    }
    if (choice === 1) {
      const card = await money.card(testCard.good);
      const { status } = await money.change(slug, { tier: random.pick(['tier_team', 'tier_payg', 'tier_pro']), payment_method: card });
      return this.count(`change ${status}`);
    }
    if (choice === 2) return money.pass(random.pick([3600, 86_400, 9 * 86_400]));
    return money.settled();
  }

  private async makeKey(): Promise<void> {
    const { random } = this;
    const maker = random.pick(this.holders);
    const owner = random.pick(['ada@example.com', 'BEN@example.com', 'cleo@example.com', 'dora@example.com', 'emil@example.com']);
    const { body } = await this.ask(maker, '/keys', {
      name: 'made',
      owner,
      scopes: [...adminScopes],
      expires_at: this.money.platform.context.clock.nowSeconds() + 300 * 86_400,
    });
    this.holders.push({
      id: body.id,
      key: body.key,
      owner: owner.toLowerCase(),
      makers: [...maker.makers, maker.owner],
      root: maker.root,
      madeAt: (this.place += 1),
    });
  }

  private async decide(): Promise<void> {
    const { random } = this;
    if (this.waiting.length === 0) return;
    const approval = random.pick(this.waiting);
    const holder = random.pick(this.holders);
    if (random.chance(0.15)) {
      const { status } = await this.ask(holder, `/approvals/${approval.id}/refuse`, undefined);
      // The status is 409 if the approval has expired.
      expect([200, 409]).toContain(status);
      this.waiting = this.waiting.filter((each) => each !== approval);
      return this.count('refused');
    }
    const asking = [approval.by.owner, ...approval.by.makers];
    const isOnePerson = holder.root === approval.by.root || [holder.owner, ...holder.makers].some((owner) => asking.includes(owner));
    const may = !isOnePerson && holder.madeAt < approval.askedAt;
    const [before] = await this.rows<{ actions: number }>('select count(*)::int as actions from staff_actions');
    const answers = await Promise.all(
      Array.from({ length: 1 + random.below(2) }, () => this.ask(holder, `/approvals/${approval.id}/approve`, undefined)),
    );
    const [after] = await this.rows<{ actions: number }>('select count(*)::int as actions from staff_actions');
    const done = answers.filter(({ status }) => status === 200).length;
    if (!may)
      for (const { status } of answers)
        expect([approval.by.owner, holder.owner, [403, 409].includes(status)]).toEqual([approval.by.owner, holder.owner, true]);
    expect(done).toBeLessThanOrEqual(1);
    expect((after?.actions ?? 0) - (before?.actions ?? 0)).toBe(done);
    if (done === 1) this.waiting = this.waiting.filter((each) => each !== approval);
    this.count(done === 1 ? 'approved' : may ? 'approved too late' : 'approver refused');
  }

  private async staffActs(): Promise<void> {
    const request = await this.newRequest();
    if (request === null) return;
    const { random } = this;
    const { path, body } = request;
    const holder = random.pick(this.holders);
    const entriesOf = async () => (await this.rows<{ n: number }>('select count(*)::int as n from ledger_entries'))[0]?.n ?? 0;
    await this.money.platform.context.payments.worker.idle();
    const before = await entriesOf();
    const tried = random.chance(0.4) ? await this.ask(holder, path, { ...body, dry_run: true }) : null;
    if (tried) expect(await entriesOf()).toBe(before);
    const key = `staff-${(this.keys += 1)}`;
    const [{ actions: actionsBefore } = { actions: 0 }] = await this.rows<{ actions: number }>(
      'select count(*)::int as actions from staff_actions',
    );
    const askedAt = (this.place += 1);
    const answers = await Promise.all(Array.from({ length: 1 + random.below(3) }, () => this.ask(holder, path, body, key)));
    const late = random.chance(0.3) ? [await this.ask(holder, path, body, key)] : [];
    const [first] = answers;
    if (!first) throw new Error('Nothing was asked');
    const all = [...answers, ...late];
    expect([path, body, all.filter(({ status }) => status >= 500).map(({ body: response }) => response)]).toEqual([path, body, []]);
    expect(new Set(all.map(({ status }) => status)).size).toBe(1);
    const [{ actions } = { actions: 0 }] = await this.rows<{ actions: number }>('select count(*)::int as actions from staff_actions');
    expect([path, actions - actionsBefore]).toEqual([path, first.status < 202 ? 1 : 0]);
    this.count(`${path.split('/').at(-1)} ${first.status}`);
    if (first.status >= 400) {
      if (tried) expect([path, tried.status]).toEqual([path, first.status]);
      return;
    }
    if (tried) expect([path, tried.status, tried.body.needs_approval]).toEqual([path, 200, first.status === 202]);
    if (first.status === 202) {
      for (const { body: response } of all) expect(response).toEqual(first.body);
      this.waiting.push({ id: first.body.approval.id, by: holder, askedAt });
      return;
    }
    if (tried && 'entries' in first.body) expect(first.body.entries).toEqual(tried.body.entries);
    if (!path.endsWith('/retry')) for (const { body: response } of all) expect(response).toEqual(first.body);
  }

  private amount(most: number): number {
    const { random } = this;
    return random.pick([1, most, most + 1, 1 + random.below(Math.max(1, most)), 1 + random.below(limitCents * 2)]) || 1;
  }

  private async newRequest(): Promise<{ path: string; body: Record<string, unknown> } | null> {
    const { random } = this;
    const slug = random.pick(slugs);
    const reason = `Reason ${this.keys}`;
    const choice = random.below(10);
    if (choice < 2) return { path: `/organizations/${slug}/credits`, body: { amount_cents: this.amount(limitCents), reason } };
    if (choice < 6) {
      const invoices = await this.rows<{ id: string; cents: number }>(
        `select i.id, i.subtotal_cents::int as cents from invoices i join organizations o on o.id = i.organization_id where o.slug = '${slug}' order by i.id`,
      );
      if (invoices.length === 0) return null;
      const { id, cents } = random.pick(invoices);
      const verb = random.pick(['forgive', 'write-off', 'retry', 'credit-notes', 'credit-notes', 'credit-notes']);
      return {
        path: `/invoices/${id}/${verb}`,
        body: { reason, ...(verb === 'credit-notes' ? { amount_cents: this.amount(Math.max(1, cents)) } : {}) },
      };
    }
    const paid = await this.rows<{ id: string; intent: string; cents: number }>(
      `select p.id, p.intent_id as intent, p.amount_cents::int as cents from payments p join organizations o on o.id = p.organization_id
        where o.slug = '${slug}' and p.state = 'succeeded' and p.intent_id is not null order by p.id`,
    );
    if (paid.length === 0) return null;
    const { id, intent, cents } = random.pick(paid);
    return { path: `/payments/${random.chance(0.5) ? id : intent}/refunds`, body: { amount_cents: this.amount(cents), reason } };
  }

  private async look(): Promise<void> {
    const over = await this.rows(`
      select 'payment ' || p.id as what from payments p join refunds r on r.payment_id = p.id and r.state <> 'failed'
        group by p.id, p.amount_cents having sum(r.amount_cents) > p.amount_cents
      union all
      select 'invoice ' || i.id from invoices i join credit_notes n on n.invoice_id = i.id
        group by i.id, i.subtotal_cents, i.carried_cents having sum(n.amount_cents) > i.subtotal_cents + i.carried_cents
      union all
      select 'refunded invoice ' || x.invoice from (
        select coalesce(p.invoice_id, c.invoice_id) as invoice, sum(p.amount_cents) filter (where p.state = 'succeeded') as paid,
          sum((select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.state <> 'failed')) as refunded
        from payments p left join changes c on c.id = p.change_id group by 1) x
        where x.invoice is not null and x.refunded > coalesce(x.paid, 0)
      union all
      select 'unapproved ' || s.id from staff_actions s where s.amount_cents > ${limitCents} and s.approval_id is null
      union all
      select 'unapproved in a day ' || s.id from staff_actions s where s.approval_id is null and s.kind in ('credit', 'credit_note', 'refund', 'forgive', 'write_off')
        and s.amount_cents > 0 and (select sum(e.amount_cents) from staff_actions e where e.organization_id = s.organization_id and e.place <= s.place
          and e.kind in ('credit', 'credit_note', 'refund', 'forgive', 'write_off') and e.created_at > s.created_at - interval '24 hours') > ${limitCents}
      union all
      select 'own approval ' || a.id from approvals a join api_keys q on q.id = a.requested_by join api_keys d on d.id = a.decided_by
        where a.state = 'approved' and (lower(q.owner) = lower(d.owner) or d.created_at > a.requested_at)
      union all
      select 'unbalanced ' || t.id from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.id having sum(e.amount_cents) <> 0
      union all
      select 'unaudited ' || s.id from staff_actions s where not exists (select 1 from audit_entries a where a.what = 'staff_action' and a.subject = s.id)`);
    expect(over).toEqual([]);
  }

  /** Called after all work is done. Checks that no payment was refunded above its charge, and that no refund was made twice. */
  async finish(): Promise<void> {
    expect(await this.money.faults()).toEqual([]);
    const net = new Map<string, number>();
    for (const { kind, paymentIntent, amount } of this.money.sandbox.money())
      if (kind === 'charge_succeeded' || kind === 'refund_succeeded')
        net.set(paymentIntent, (net.get(paymentIntent) ?? 0) + (kind === 'charge_succeeded' ? amount : -amount));
    expect([...net].filter(([, cents]) => cents < 0)).toEqual([]);
  }
}
