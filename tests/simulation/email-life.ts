import { rowsOf } from '#server/database/database.ts';
import type { OutgoingEmail, EmailResult, EmailTransport } from '#server/notices/transport.ts';
import { insertPostboxMessage } from '#server/store/notices/postbox.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';

interface Received {
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  readonly to: string;
  readonly isUnanswered: boolean;
}

/** Mail server that can be down, defer emails, or accept emails without a confirmation. Stores each message id once for the checker. */
export class SimulatedMailServer {
  isDown = false;
  readonly received: Received[] = [];
  private platform: TestPlatform | null = null;
  private random: Random | null = null;

  /** @param random decides about faults; null for no faults */
  begin(platform: TestPlatform | null, random: Random | null): void {
    this.platform = platform;
    this.random = random;
    this.isDown = false;
    this.received.length = 0;
  }

  recover(): void {
    this.isDown = false;
    this.random = null;
  }

  private async keep({ id, kind, organization, to, subject, text, html, sentAt }: OutgoingEmail, isUnanswered: boolean): Promise<void> {
    const isNew = this.received.every((other) => other.id !== id);
    this.received.push({ id, kind, organization, to, isUnanswered });
    const db = this.platform?.context.db;
    if (!db || !isNew) return;
    // The server accepted some emails, but the sender got no confirmation. These are marked, because the sender may send them again with
    // different content.
    const headers = { 'Message-ID': id, ...(isUnanswered ? { 'X-Answer': 'lost' } : {}) };
    await insertPostboxMessage(db, { kind, organization, recipient: to, subject, headers, text, html, sentAt }, []);
  }

  private async take(mail: OutgoingEmail): Promise<EmailResult> {
    if (this.isDown) return { ok: false, why: 'down', code: 'ECONNREFUSED' };
    const chance = this.random?.below(100) ?? 100;
    if (chance < 10) return { ok: false, why: 'later', code: '451 4.7.1' };
    if (chance < 15) return { ok: false, why: 'down', code: '421' };
    await this.keep(mail, chance < 30);
    if (chance < 25) return { ok: false, why: 'down', code: 'ETIMEDOUT' };
    if (chance < 30) throw new Error('the process has lost what it was doing');
    return { ok: true };
  }

  readonly transport: EmailTransport = { lanes: 2, isTransactional: false, close: () => undefined, send: (mail) => this.take(mail) };
}

const hourMs = 3_600_000;
const people = ['ada@mail.example', 'ben@mail.example', 'cleo@mail.example', 'dan@mail.example'] as const;
/** Randomly changes the case of an email address, because the platform compares addresses case-insensitively. */
const spelled = (address: string, random: Random): string =>
  random.chance(0.3) ? address.replace(/^./, (first) => first.toUpperCase()) : address;

interface Recipients {
  readonly addresses: ReadonlySet<string>;
  /** Id of the newest notice at the time when `addresses` became the recipients. */
  readonly lastNotice: number;
  /** Number of emails that had arrived when `addresses` became the recipients. */
  readonly arrived: number;
}

type ChangeRecipients = (primary: string, others: readonly string[]) => Promise<unknown>;

interface Delivery {
  readonly id: number;
  readonly notice: number;
  readonly kind: string;
  readonly address: string;
  readonly state: string;
  readonly why: string | null;
  readonly isOwed: boolean;
  /** True if a member receives the email because no address was confirmed. */
  readonly isSubstitute: boolean;
}

export class EmailLife {
  private readonly known: Recipients[] = [];
  private readonly platform: TestPlatform;
  private readonly slug: string;
  private readonly random: Random;
  private readonly server: SimulatedMailServer;
  hoursDown = 0;

  constructor(platform: TestPlatform, slug: string, random: Random, server: SimulatedMailServer) {
    this.platform = platform;
    this.slug = slug;
    this.random = random;
    this.server = server;
    server.begin(platform, random);
  }

  private rows = async <T>(query: string): Promise<T[]> => rowsOf<T>(await this.platform.context.db.execute(query));
  private send = (afterMs = 0): Promise<number> => this.platform.context.notices.send(new Date(Date.now() + afterMs));

  private async look(): Promise<void> {
    const [row] = await this.rows<{ primary: string | null; others: string[]; last: number }>(`
      select billing_email as primary, additional_billing_emails as others, (select coalesce(max(id), 0)::int from notices) as last
      from organizations where slug = '${this.slug}'`);
    const addresses = new Set([row?.primary ?? '', ...(row?.others ?? [])].filter(Boolean).map((address) => address.toLowerCase()));
    this.known.push({ addresses, lastNotice: row?.last ?? 0, arrived: this.server.received.length });
  }

  /** Creates members who have signed in before, so that their addresses count as confirmed. */
  private async signInPeople(): Promise<void> {
    for (const email of people) {
      const name = email.split('@')[0];
      await this.rows(`with made as (insert into members (handle, username, primary_email) values ('${name}', '${name}', '${email}') returning id),
          joined as (insert into memberships (member_id, organization_id, role) select made.id, o.id, 'viewer' from made, organizations o
            where o.slug = '${this.slug}' returning member_id)
        insert into member_logins (issuer, subject, member_id, linked_at)
        select 'https://id.example', '${name}', member_id, now() from joined returning member_id`);
    }
  }

  /** Runs one random step between the steps of a history: changes recipients, starts or ends an outage, or sends emails. */
  async step(change: ChangeRecipients): Promise<void> {
    const { random, server } = this;
    const chance = random.below(10);
    if (this.known.length === 0) await this.signInPeople();
    if (this.known.length === 0 || chance < 3) {
      await this.platform.context.notices.idle();
      const [primary = people[0], ...others] = people.filter(() => random.chance(0.5)).map((address) => spelled(address, random));
      await change(primary, random.chance(0.2) ? [...others, primary.toUpperCase()] : others);
      return this.look();
    }
    if (chance < 4) server.isDown = !server.isDown;
    // Two processes may send at the same time.
    else if (chance < 8) await Promise.all(random.chance(0.3) ? [this.send(), this.send()] : [this.send(random.below(2 * hourMs))]);
  }

  /** If the mail server is down, waits 72 hours. Then restarts the mail server and sends all emails that are still valid. */
  async settle(): Promise<void> {
    await this.platform.context.notices.idle();
    let hours = 0;
    if (this.server.isDown) for (; hours < 72; hours += 6) await this.send(hours * hourMs);
    this.hoursDown += hours;
    this.server.recover();
    for (let tries = 1; tries <= 3; tries += 1) await this.send((hours + tries) * hourMs);
  }

  private deliveries = (): Promise<Delivery[]> =>
    this.rows<Delivery>(`select d.id::int as id, n.id::int as notice, n.kind, lower(d.address) as address, d.state, d.last_error as why,
        d.is_substitute as "isSubstitute",
        coalesce(i.status in ('open', 'issued', 'uncollectible') and i.amount_due_cents > 0 and not i.payment_is_processing, false) as "isOwed"
      from notice_deliveries d join notices n on n.id = d.notice_id join organizations o on o.id = d.organization_id
      left join invoices i on i.id = n.invoice_id where o.slug = '${this.slug}' order by d.id`);

  private since = (isBefore: (recipients: Recipients) => boolean): Recipients | undefined => this.known.findLast(isBefore);

  private recipientFaults(deliveries: readonly Delivery[]): string[] {
    const faults: string[] = [];
    for (const notice of new Set(deliveries.map((one) => one.notice))) {
      const noticeDeliveries = deliveries.filter((one) => one.notice === notice);
      const { addresses } = this.since(({ lastNotice }) => lastNotice < notice) ?? {};
      const kind = noticeDeliveries[0]?.kind;
      // Skips `details_changed`, because the platform sends it to old and new recipients.
      if (!addresses || addresses.size === 0 || kind === 'details_changed') continue;
      // If all recipients were removed before the notice was sent, recipients who were added later received the notice instead.
      const isReplaced = noticeDeliveries.some(({ why }) => why === 'no_recipient');
      const isExpected = ({ address }: Delivery): boolean => !isReplaced || addresses.has(address);
      const emailedAddresses = noticeDeliveries
        .filter(isExpected)
        .map(({ address }) => address)
        .toSorted();
      if (emailedAddresses.join() !== [...addresses].toSorted().join())
        faults.push(`${kind} ${notice} is for ${emailedAddresses.join()}, and not for ${[...addresses].join()}`);
    }
    // Ignores emails to members who were substitutes for an unconfirmed address. If the address is confirmed later, it gets the same email.
    const substitutes = deliveries.filter(({ isSubstitute }) => isSubstitute).map((one) => `<notice-${one.id}@`);
    for (const [place, { id, kind, organization, to }] of this.server.received.entries()) {
      if (organization !== this.slug || substitutes.some((start) => id.startsWith(start))) continue;
      const { addresses } = this.since(({ arrived }) => arrived <= place) ?? {};
      if (addresses && addresses.size > 0 && kind !== 'details_changed' && !addresses.has(to.toLowerCase()))
        faults.push(`${kind} went to ${to}, who was removed`);
    }
    for (const { notice, kind, address, why } of deliveries) {
      const later = this.known.filter(({ lastNotice }) => lastNotice >= notice);
      if (why === 'no_recipient' && later.every(({ addresses }) => addresses.has(address)))
        faults.push(`${kind} ${notice} was withheld from ${address}, who was there all the time`);
    }
    return faults;
  }

  async faults(): Promise<string[]> {
    const deliveries = await this.deliveries();
    const faults = this.recipientFaults(deliveries);
    for (const { id, kind, address, state, why, isOwed } of deliveries) {
      const arrived = this.server.received.filter((mail) => mail.id.startsWith(`<notice-${id}@`));
      const name = `${kind} ${id} to ${address}`;
      if (state !== 'sent' && state !== 'withdrawn') faults.push(`${name} is ${state} (${why})`);
      if (state === 'withdrawn' && why !== 'no_recipient' && why !== 'no_longer_true')
        faults.push(`${name} was withdrawn because of ${why}`);
      if (state === 'sent' && arrived.length === 0) faults.push(`${name} never arrived`);
      if (arrived.filter(({ isUnanswered }) => !isUnanswered).length > 1) faults.push(`${name} was sent again though it had arrived`);
      if (state === 'withdrawn' && why === 'no_longer_true' && kind === 'payment_failed' && isOwed)
        faults.push(`${name} was withdrawn and is true`);
      if (
        state === 'withdrawn' &&
        why === 'no_longer_true' &&
        /^(invoice_issued|receipt|change_applied|change_refunded|refund_issued)$/.test(kind)
      )
        faults.push(`${name} can't have stopped being true`);
    }
    return faults;
  }

  get mails(): number {
    return this.server.received.length;
  }
}
