import { newRequestKey } from '#lib/browser/payment-attempts.ts';
import { CallError } from '#lib/call-error.ts';
import { rowsOf } from '#server/database/database.ts';
import { MOST_TRIES } from '#server/domain/retry-calendar.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';
import type { Schedule } from './schedule.ts';

/** Slug of the organization that owes money. It has a plan with a price, so each cycle ends with an invoice. */
export const debtorSlug = 'sim-pro';

/** Steps of a schedule. No step changes the plan or the credit, so invoices stay unpaid. */
export const debtSteps = ['gateway fault', 'event fault', 'crash at work', 'restart', 'events', 'reconcile', 'session ends'] as const;

const cards = [testCard.attachesThenDeclines, testCard.attachesThenDeclines, testCard.isLostLater, testCard.asksAlways, testCard.good];
const payerCards = [testCard.declines, testCard.good];
const daySeconds = 86_400;

interface Try {
  readonly invoice: string;
  readonly card: string;
  readonly state: string;
  /** Day since the invoice became final. */
  readonly day: number;
}

/** Member of an organization with unpaid invoices: adds cards, pays with them or by link, and lets days pass. */
export class DebtLife {
  private readonly platform: TestPlatform;
  private readonly schedule: Schedule;
  private readonly random: Random;
  private readonly payer: ReturnType<typeof payerAt>;
  private hasBegun = false;

  constructor(platform: TestPlatform, schedule: Schedule, random: Random) {
    this.platform = platform;
    this.schedule = schedule;
    this.random = random;
    this.payer = payerAt(platform);
  }

  private rows = async <T>(query: string): Promise<T[]> => rowsOf<T>(await this.platform.context.db.execute(query));
  private readonly params = { slug: debtorSlug };

  private async addCard(number: string, isDefault: boolean): Promise<void> {
    const { schedule, params, payer } = this;
    const made = await schedule.send('createSetupIntent', { params, body: { hcaptchaToken: payer.captcha() } });
    if (made instanceof CallError) return;
    const card = await payer.card(number);
    await payer.confirm(made.data.client_secret, card);
    if (isDefault) await schedule.send('setDefaultPaymentMethod', { params, body: { payment_method_id: card } });
    // If the card does not become the default card, the platform must read the gateway's event to find the card.
    else await schedule.reconcile();
  }

  private openInvoices = (): Promise<{ id: string; cents: number }[]> =>
    this.rows(`select i.id, i.amount_due_cents::int as cents from invoices i join organizations o on o.id = i.organization_id
      where o.slug = '${debtorSlug}' and i.status in ('open', 'issued') and i.amount_due_cents > 0 order by i.id`);

  private knownCards = (): Promise<{ id: string }[]> =>
    this.rows(
      `select m.id from payment_methods m join organizations o on o.id = m.organization_id where o.slug = '${debtorSlug}' order by m.id`,
    );

  private async chooseCard(): Promise<void> {
    const known = await this.knownCards();
    if (known.length === 0) return;
    const body = { payment_method_id: this.random.pick(known).id };
    await this.schedule.send('setDefaultPaymentMethod', { params: this.params, body });
  }

  private async payWithCard(): Promise<void> {
    const { random, schedule } = this;
    const [open, known] = [await this.openInvoices(), await this.knownCards()];
    if (open.length === 0 || known.length === 0) return;
    const { id: invoice_id, cents: amount } = random.pick(open);
    const body = { payment_method_id: random.pick(known).id, amount };
    const press = () => schedule.send('payInvoice', { params: { ...this.params, invoice_id }, body, idempotencyKey: newRequestKey() });
    await Promise.all(random.chance(0.3) ? [press(), press()] : [press()]);
  }

  private async payByLink(): Promise<void> {
    const open = await this.openInvoices();
    if (open.length === 0) return;
    const params = { ...this.params, invoice_id: this.random.pick(open).id };
    const link = await this.schedule.send('getInvoicePaymentLink', { params });
    if (!(link instanceof CallError)) await this.payer.payOn(link.data.redirectUrl, this.random.pick(payerCards));
  }

  /** Moves the clock without running jobs. Then the running process charges due invoices. The process can crash during a charge. */
  private async dayPasses(): Promise<void> {
    const { clock } = this.platform.context;
    clock.moveTo(clock.offsetMs() + this.random.pick([0.5, 1, 2]) * daySeconds * 1000);
    if (this.random.chance(0.4)) this.schedule.dieSoon(40);
    await this.schedule.reconcile();
  }

  private readonly steps: readonly (readonly [weight: number, run: () => Promise<unknown>])[] = [
    [2, () => this.addCard(this.random.pick(cards), this.random.chance(0.7))],
    [2, () => this.chooseCard()],
    [2, () => this.payWithCard()],
    [1, () => this.payByLink()],
    [5, () => this.dayPasses()],
    [1, () => this.payer.pass(daySeconds)],
  ];

  /** Runs two random steps. The first call also adds a card whose charges are declined, and lets a cycle end with a debt. */
  async step(): Promise<void> {
    if (!this.hasBegun) {
      this.hasBegun = true;
      await this.addCard(testCard.attachesThenDeclines, true);
      await this.payer.pass(32 * daySeconds);
    }
    for (let count = 0; count < 2; count += 1) {
      let left = this.random.below(this.steps.reduce((sum, [weight]) => sum + weight, 0));
      await this.steps.find(([weight]) => (left -= weight) < 0)?.[1]();
    }
  }

  private tries = (): Promise<Try[]> =>
    this.rows(`select p.invoice_id as invoice, p.method_id as card, p.state,
        floor(extract(epoch from p.created_at - c.finalized_at) / ${daySeconds})::int as day
      from payments p join organizations o on o.id = p.organization_id
      join collections c on c.invoice_id = p.invoice_id and c.organization_id = p.organization_id
      where o.slug = '${debtorSlug}' and p.off_session and p.state <> 'canceled' order by p.created_at, p.id`);

  private boundFaults(tries: readonly Try[]): string[] {
    const counts = new Map<string, number>();
    const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    for (const { invoice, card, day } of tries) {
      add(invoice);
      add(`${invoice} with ${card} on day ${day}`);
    }
    return [...counts].flatMap(([what, count]) => {
      const most = what.includes(' on day ') ? 1 : MOST_TRIES;
      return count > most ? [`${what} was charged ${count} times, not at most ${most}`] : [];
    });
  }

  /** Finds invoices with too many charge attempts, and paid invoices that were charged again. The gateway's log lists all charges. */
  async faults(): Promise<string[]> {
    const faults = this.boundFaults(await this.tries());
    const paid = new Set<string>();
    for (const { kind, metadata } of this.payer.sandbox.money()) {
      const { subject = '' } = metadata;
      if (!subject.startsWith('invoice:') || !kind.startsWith('charge_')) continue;
      if (paid.has(subject)) faults.push(`${subject} was charged after it was paid: ${kind}`);
      if (kind === 'charge_succeeded') paid.add(subject);
    }
    return faults;
  }

  attempts = async (): Promise<number> => (await this.tries()).length;
}
