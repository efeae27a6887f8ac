import { sql } from 'drizzle-orm';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import type { Database } from '#server/database/database.ts';

interface PaymentRow {
  readonly id: string;
  readonly subject: string;
  readonly state: string;
  readonly channel: string;
  readonly intent_id: string | null;
  readonly amount: number;
}

const rowsOf = async <T>(db: Database, query: ReturnType<typeof sql>): Promise<T[]> => {
  const result = (await db.execute(query)) as { rows: T[] };
  return result.rows;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const netOf = (entries: readonly MoneyEntry[]): number =>
  sum(
    entries.map(({ kind, amount }) => {
      if (kind === 'charge_succeeded' || kind === 'dispute_won' || kind === 'refund_failed') return amount;
      return kind === 'refund_succeeded' || kind === 'refund_pending' || kind === 'dispute_opened' ? -amount : 0;
    }),
  );

function byCharge(log: readonly MoneyEntry[]): MoneyEntry[][] {
  const groups = new Map<string, MoneyEntry[]>();
  for (const entry of log) groups.set(entry.charge, [...(groups.get(entry.charge) ?? []), entry]);
  return [...groups.values()];
}

/** Compares the tables with the gateway's log. Shares no code with the product. @param since last seeded ledger transaction */
export async function moneyFaults(db: Database, log: readonly MoneyEntry[], since: number): Promise<string[]> {
  const payments = await rowsOf<PaymentRow>(
    db,
    sql`select id, coalesce('change:' || change_id, 'top-up:' || top_up_id, 'invoice:' || invoice_id) as subject, channel, state, intent_id, amount_cents::int as amount from payments`,
  );
  const byIntent = new Map(payments.map((row) => [row.intent_id, row]));
  const faults: string[] = [];
  const paid = new Map<string, number>();

  for (const entries of byCharge(log)) {
    const charge = entries.find(({ kind }) => kind === 'charge_succeeded');
    if (!charge) continue;
    const wasRefunded = entries.some(({ kind }) => kind === 'refund_succeeded' || kind === 'refund_pending');
    const row = byIntent.get(charge.paymentIntent);
    const subject = charge.metadata['subject'] ?? '?';
    if (row?.state === 'succeeded' && row.amount !== charge.amount)
      faults.push(`${row.id} is ${row.amount} and was charged ${charge.amount}`);
    if (row?.state !== 'succeeded' && !wasRefunded)
      faults.push(`charge ${charge.charge} of ${subject} has no effect (${row?.id ?? 'no row'} is ${row?.state ?? 'missing'})`);
    if (!wasRefunded) paid.set(subject, (paid.get(subject) ?? 0) + 1);
  }
  for (const [subject, times] of paid) if (times > 1) faults.push(`${subject} was paid ${times} times`);

  const charged = new Set(log.filter(({ kind }) => kind === 'charge_succeeded').map(({ paymentIntent }) => paymentIntent));
  // A card setup charges nothing, so it needs no entry in the log.
  for (const row of payments)
    if (row.channel !== 'setup' && row.state === 'succeeded' && !charged.has(row.intent_id ?? ''))
      faults.push(`${row.id} has an effect and no charge`);

  faults.push(...(await effectFaults(db)), ...(await bookFaults(db, sum(byCharge(log).map(netOf)), since)), ...(await numberFaults(db)));
  return faults;
}

async function effectFaults(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ what: string }>(
    db,
    sql`
      select 'change ' || c.id || ' is ' || c.state || ' and its payment ' || p.state as what from payments p join changes c on c.id = p.change_id
        where (p.state = 'succeeded') <> (c.state in ('applied', 'scheduled')) and not (p.state in ('failed', 'canceled') and c.state in ('applied', 'scheduled')
          and exists (select 1 from payments o where o.change_id = c.id and o.state = 'succeeded'))
          and not (p.channel = 'setup' and p.state = 'succeeded' and c.failure_reason is not null)
          and not (p.state = 'succeeded' and c.failure_reason is not null
            and exists (select 1 from ledger_transactions l where l.business_key = 'payment:' || p.intent_id || ':unapplied'))
      union all
      select 'top-up ' || t.id || ' is ' || t.state || ' and its payment ' || p.state from payments p join top_ups t on t.id = p.top_up_id
        where (p.state = 'succeeded') <> (t.state = 'credited')
          and not (p.state = 'succeeded' and t.state = 'canceled' and exists (select 1 from organizations o where o.id = t.organization_id and o.closed_at is not null)
            and exists (select 1 from ledger_transactions l where l.business_key = 'payment:' || p.intent_id || ':unapplied'))
      union all
      select 'top-up ' || t.id || ' is ' || t.state || ' and has ' || count(l.id) || ' credits' from top_ups t
        left join ledger_transactions l on l.business_key = 'top-up:' || t.id group by t.id, t.state having (t.state = 'credited') <> (count(l.id) = 1)
      union all
      select 'invoice ' || i.id || ' is ' || i.status || ' and paid' from payments p join invoices i on i.id = p.invoice_id
        where p.state = 'succeeded' and i.status <> 'paid' and not exists (select 1 from ledger_transactions l where l.business_key = 'payment:' || p.intent_id || ':unapplied')
      union all
      select 'subscription of ' || s.organization_id || ' has ' || count(b.id) || ' running periods' from subscriptions s
        left join billing_periods b on b.organization_id = s.organization_id and b.closed_at is null group by s.organization_id having count(b.id) <> 1`,
  );
  return rows.map(({ what }) => what);
}

/** Checks that invoice numbers and credit note numbers are unique and without gaps in each organization. */
async function numberFaults(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ what: string }>(
    db,
    sql`
      with numbers as (
        select organization_id, 'invoices' as series, number from invoices
        union all select organization_id, 'invoices', corrected_number from invoice_corrections
        union all select organization_id, 'credit notes', number from credit_notes where number is not null
        union all select organization_id, 'credit notes', credit_note_number from invoice_corrections),
      series as (
        select organization_id, series, count(*)::int as documents, count(distinct number)::int as numbers,
          max(substring(number from '[0-9]+$')::int) as last from numbers group by organization_id, series)
      select o.slug || ' has ' || documents || ' ' || series || ' with ' || numbers || ' numbers up to ' || last as what
        from series join organizations o on o.id = series.organization_id where documents <> numbers or documents <> last`,
  );
  return rows.map(({ what }) => what);
}

async function bookFaults(db: Database, expectedCash: number, since: number): Promise<string[]> {
  const [books] = await rowsOf<{ total: number; cash: number }>(
    db,
    sql`select coalesce(sum(e.amount_cents), 0)::int as total,
      coalesce(sum(e.amount_cents) filter (where e.account = 'cash' and e.transaction_id > ${since}), 0)::int as cash from ledger_entries e`,
  );
  const off = await rowsOf<{ business_key: string }>(
    db,
    sql`select t.business_key from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.id, t.business_key having sum(e.amount_cents) <> 0`,
  );
  const faults = off.map(({ business_key }) => `${business_key} is off balance`);
  if (books && books.total !== 0) faults.push(`the books sum to ${books.total}`);
  faults.push(...(await accountFaults(db)));
  if (books && books.cash !== expectedCash) faults.push(`the books hold ${books.cash} of cash and the gateway ${expectedCash}`);
  return faults;
}

/** Compares three ledger accounts (debt, disputes and write-offs) with the rows of invoices and disputes. */
async function accountFaults(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ what: string; booked: number; expected: number }>(
    db,
    sql`
      with books as (
        select o.id, o.slug,
          coalesce(sum(e.amount_cents) filter (where e.account = 'receivable'), 0)::int as receivable,
          coalesce(sum(e.amount_cents) filter (where e.account = 'disputed'), 0)::int as disputed,
          coalesce(sum(e.amount_cents) filter (where e.account = 'bad_debt'), 0)::int as bad_debt
        from organizations o left join ledger_entries e on e.organization_id = o.id group by o.id, o.slug)
      select slug || ' is owed' as what, receivable as booked, coalesce((select sum(i.amount_due_cents) from invoices i
          where i.organization_id = books.id and i.status in ('open', 'issued')), 0)::int as expected from books
      union all
      select slug || ' disputes', disputed, coalesce((select sum(d.amount_cents - d.held_cents) from disputes d
          where d.organization_id = books.id and d.state = 'open'), 0)::int from books
      union all
      select slug || ' leaves as bad debt', bad_debt, coalesce((select sum(i.amount_due_cents) from invoices i
          where i.organization_id = books.id and i.status in ('uncollectible', 'void')), 0)::int from books`,
  );
  return rows
    .filter(({ booked, expected }) => booked !== expected)
    .map(({ what, booked, expected }) => `${what} ${expected} and has ${booked} booked`);
}

export async function booksSoFar(db: Database): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(db, sql`select coalesce(max(id), 0)::int as id from ledger_transactions`);
  return row?.id ?? 0;
}
