import { sql, type SQL } from 'drizzle-orm';
import { planOfTier, type Tier } from '#server/domain/plans.ts';
import type {
  LivedChange,
  LivedHistory,
  LivedInvoice,
  LivedLimit,
  LivedMove,
  LivedRebate,
  LivedRecord,
  LivedStanding,
} from '#tests/oracle/lived-history.ts';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import { rowsOf, type Database } from '#server/database/database.ts';

const unix = (column: string): SQL => sql.raw(`extract(epoch from ${column})::float8`);

const meaning: Readonly<Record<MoneyEntry['kind'], readonly [kind: LivedMove['kind'], sign: number] | null>> = {
  charge_succeeded: ['charge', 1],
  charge_pending: null,
  charge_failed: null,
  refund_succeeded: ['refund', -1],
  refund_pending: ['refund', -1],
  refund_failed: ['refund', 1],
  dispute_opened: ['dispute_opened', -1],
  dispute_won: ['dispute_won', 1],
  dispute_lost: ['dispute_lost', 0],
};

/** Reads an organization's money: entries of the gateway's log, payments that are older than the log, and credit from staff. */
export async function movesOf(db: Database, slug: string, log: readonly MoneyEntry[]): Promise<LivedMove[]> {
  const rows = async <T>(query: SQL): Promise<T[]> => rowsOf<T>(await db.execute(query));
  const organizationId = sql`(select id from organizations where slug = ${slug})`;
  const payments = await rows<{ id: string; paid_for: LivedMove['paidFor']; invoice: string | null }>(
    sql`select p.id, case when p.top_up_id is not null then 'top_up' when p.change_id is not null then 'change' else 'invoice' end as paid_for,
        coalesce(p.invoice_id, c.invoice_id) as invoice
      from payments p left join changes c on c.id = p.change_id where p.organization_id = ${organizationId}`,
  );
  const known = new Map(payments.map((row) => [row.id, row]));
  const before = await rows<{ id: string; at: number; amount: number }>(
    sql`select id, ${unix('finalized_at')} as at, amount_due_cents::int as amount from invoices where organization_id = ${organizationId} and kind = 'start' and status = 'paid'`,
  );
  const gifts = await rows<{ at: number; amount: number }>(
    sql`select ${unix('t.occurred_at')} as at, e.amount_cents::int as amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.organization_id = ${organizationId} and e.account = 'goodwill' and t.business_key not like 'late-usage:%'`,
  );
  return [
    ...before.map(({ id, at, amount }): LivedMove => ({
      atSeconds: at,
      kind: 'charge',
      amountCents: amount,
      paidFor: 'invoice',
      invoiceId: id,
    })),
    ...gifts.map(({ at, amount }): LivedMove => ({ atSeconds: at, kind: 'goodwill', amountCents: amount, paidFor: null, invoiceId: null })),
    ...log.flatMap(({ kind, amount, atMs, metadata }): LivedMove[] => {
      const payment = known.get(metadata['payment'] ?? '');
      const said = meaning[kind];
      if (!payment || !said) return [];
      const [meant, sign] = said;
      return [
        {
          atSeconds: Math.floor(atMs / 1000),
          kind: meant,
          amountCents: sign * amount,
          ...(meant === 'dispute_lost' ? { lostCents: amount } : {}),
          paidFor: payment.paid_for,
          invoiceId: payment.invoice,
        },
      ];
    }),
  ];
}

/** Reads credit notes and other reductions of invoiced amounts. Discounts on invoice lines are not included. */
async function rebatesOf(db: Database, slug: string): Promise<LivedRebate[]> {
  const organizationId = sql`(select id from organizations where slug = ${slug})`;
  const found = await db.execute(sql`
    select ${unix('created_at')} as at, case when period_id is not null then 'correction' when change_id is null then 'staff' else 'unpaid_time' end as kind, amount_cents::int as amount, invoice_id as invoice
    from credit_notes where organization_id = ${organizationId}
    union all
    select ${unix('t.occurred_at')}, 'disputed_time', e.amount_cents::int, null from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.account = 'revenue'
    where t.organization_id = ${organizationId} and t.business_key like 'change:%:released'`);
  return rowsOf<{ at: number; kind: LivedRebate['kind']; amount: number; invoice: string | null }>(found).map(
    ({ at, kind, amount, invoice }) => ({ atSeconds: at, kind, amountCents: amount, invoiceId: invoice }),
  );
}

export async function readStandings(db: Database, atSeconds: number): Promise<Map<string, LivedStanding>> {
  const rows = rowsOf<{
    slug: string;
    status: LivedStanding['status'];
    violations: string[] | null;
    grace: number | null;
    since: number | null;
  }>(
    await db.execute(sql`
      select o.slug, o.restriction_status as status, o.violations, ${unix('o.grace_period_end')} as grace, ${unix('r.quota_case_at')} as since
      from organizations o left join restriction_reviews r on r.organization_id = o.id`),
  );
  return new Map(
    rows.map(({ slug, status, violations, grace, since }) => [
      slug,
      { atSeconds, status, violations: violations ?? [], graceEndSeconds: grace, caseSeconds: since },
    ]),
  );
}

export async function readHistory(
  db: Database,
  slug: string,
  seen: {
    readonly records: readonly LivedRecord[];
    readonly limits: readonly LivedLimit[];
    readonly moves: readonly LivedMove[];
    readonly standings: readonly LivedStanding[];
    readonly nowSeconds: number;
  },
): Promise<LivedHistory> {
  const rows = async <T>(query: SQL): Promise<T[]> => rowsOf<T>(await db.execute(query));
  const organizationId = sql`(select id from organizations where slug = ${slug})`;
  const [first] = await rows<{ plan: string; starts: number; fee: number; cap: boolean; contract: LivedHistory['contract'] | null }>(
    sql`select plan, ${unix('starts_at')} as starts, fee_charged_cents::int as fee, cap_initially_on as cap, contract from billing_periods where organization_id = ${organizationId} order by id limit 1`,
  );
  if (!first) throw new Error(`${slug} has no period`);
  // If a change adds a card without a charge, it counts as accepted at the time when the bank confirmed the card.
  const changes = await rows<{ tier: Tier; quoted: number; accepted: number; settled: number; paid: boolean; scheduled: boolean }>(
    sql`select c.tier, ${unix('q.quoted_at')} as quoted, ${unix('c.settled_at')} as settled, c.state = 'scheduled' as scheduled,
        case when exists (select 1 from payments p where p.change_id = c.id and p.state = 'succeeded' and p.channel = 'setup')
          then ${unix('c.settled_at')} else ${unix('c.created_at')} end as accepted,
        exists (select 1 from payments p where p.change_id = c.id and p.state = 'succeeded' and p.channel <> 'setup') as paid
      from changes c join quotes q on q.id = c.quote_id where c.organization_id = ${organizationId} and c.state = 'applied' order by c.settled_at, c.created_at`,
  );
  const spans = await rows<{
    ref: string;
    metric: LivedRecord['metric'];
    kind: LivedRecord['kind'];
    resource: string;
    since: string;
    until: string | null;
    quantity: string;
  }>(
    sql`select p.ref, s.metric, s.kind, s.resource_id as resource, s.from_seconds::text as since, s.until_seconds::text as until, s.quantity::text
      from resource_spans s join projects p on p.id = s.project_id where s.organization_id = ${organizationId}`,
  );
  const invoices = await rows<{
    id: string;
    kind: string;
    status: LivedInvoice['status'];
    finalized: number | null;
    due: number | null;
    amount: number;
    lines: LivedInvoice['lines'] | null;
  }>(
    sql`select i.id, i.kind, i.status, ${unix('i.finalized_at')} as finalized, ${unix('i.due_at')} as due, i.amount_due_cents::int as amount,
        (select json_agg(json_build_object('key', l.key, 'periodStartSeconds', ${unix('l.period_start')}, 'periodEndSeconds', ${unix('l.period_end')},
          'amountCents', l.amount_cents, 'breakdown', l.breakdown) order by l.position) from invoice_lines l where l.invoice_id = i.id) as lines
      from invoices i where i.organization_id = ${organizationId} order by i.finalized_at, i.id`,
  );
  const waived = await rows<{ amount: number }>(
    sql`select amount_cents::int as amount from late_invoices where organization_id = ${organizationId} and state = 'waived'`,
  );
  const [books] = await rows<{ balance: number }>(
    sql`select coalesce(-sum(amount_cents), 0)::int as balance from ledger_entries where organization_id = ${organizationId} and account = 'customer_credit'`,
  );
  const discounts = await rows<{ key: string; basis: number | null; amount: number | null }>(
    sql`select line_key as key, basis_points as basis, amount_cents::int as amount from discounts where organization_id = ${organizationId} order by id`,
  );
  const planId = first.plan as LivedHistory['start']['planId'];
  return {
    start: { atSeconds: first.starts, anchorSeconds: first.starts, planId, capOn: first.cap, feeCents: first.fee },
    discounts: discounts.map(({ key, basis, amount }) => ({
      key: key as never,
      discount: basis === null ? { amountCents: amount ?? 0 } : { basisPoints: basis },
    })),
    contract: first.contract ?? undefined,
    changes: changes.map(({ tier, quoted, accepted, settled, paid, scheduled }): LivedChange => {
      const { planId: to, spendCapOn } = planOfTier(tier);
      return {
        planId: to,
        capOn: spendCapOn,
        quotedAtSeconds: Math.floor(quoted),
        acceptedAtSeconds: Math.floor(accepted),
        paidAtSeconds: paid ? Math.floor(settled) : null,
        isScheduled: scheduled,
      };
    }),
    records: [
      ...seen.records,
      ...spans.map(({ ref, metric, kind, resource, since, until, quantity }, index): LivedRecord => ({
        id: `span-${index}`,
        projectRef: ref,
        metric,
        kind,
        resourceId: resource,
        fromSeconds: Number(since),
        untilSeconds: until === null ? seen.nowSeconds : Number(until),
        quantity: Number(quantity),
        heardAtSeconds: Number(since),
      })),
    ],
    invoices: invoices.map(({ id, kind, status, finalized, due, amount, lines }) => ({
      id,
      kind,
      status,
      finalizedAtSeconds: finalized,
      dueAtSeconds: due,
      amountDueCents: amount,
      lines: (lines ?? []).map((line) => ({ ...line, amountCents: line.amountCents })),
    })),
    limits: seen.limits,
    moves: seen.moves,
    rebates: await rebatesOf(db, slug),
    standings: seen.standings,
    waivedCents: waived.map(({ amount }) => amount),
    balanceCents: books?.balance ?? 0,
    nowSeconds: seen.nowSeconds,
  };
}
