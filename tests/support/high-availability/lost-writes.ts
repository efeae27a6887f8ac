import { rowsOf, type Database } from '#server/database/database.ts';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import type { ClusterLoad, OwedInvoice } from './load.ts';

interface Row {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly credits: number;
  readonly orders: number;
  readonly bytes: number;
}

/** Finds invoices whose status contradicts their payments or charges, and invoices charged twice. */
async function wrongInvoices(db: Database, owed: readonly OwedInvoice[], log: readonly MoneyEntry[]): Promise<string[]> {
  const rows = rowsOf<{ id: string; status: string; payments: number }>(
    await db.execute(
      `select i.id, i.status, (select count(*) from payments p where p.invoice_id = i.id and p.state = 'succeeded')::int as payments from invoices i`,
    ),
  );
  const of = new Map(rows.map((row) => [row.id, row]));
  return owed.flatMap(({ slug, id, isCharged, isTold }) => {
    const { status = 'missing', payments = 0 } = of.get(id) ?? {};
    const charges = log.filter(({ kind, metadata }) => kind === 'charge_succeeded' && metadata['subject'] === `invoice:${id}`).length;
    const known = isTold ? 'was told of the payment' : 'has paid on the page';
    return [
      ...(isCharged && status !== 'paid' ? [`${slug} ${known} of invoice ${id}, which is ${status}`] : []),
      ...(charges > 1 ? [`invoice ${id} of ${slug} was charged ${charges} times`] : []),
      ...(charges !== payments ? [`invoice ${id} of ${slug} has ${charges} charges and ${payments} payments with an effect`] : []),
      ...((status === 'paid') !== payments > 0 ? [`invoice ${id} of ${slug} is ${status} and has ${payments} payments`] : []),
    ];
  });
}

const rank = (plan: string): number => ['free', 'pro', 'team'].indexOf(plan);

/** Returns acknowledged writes that are missing or duplicated. */
export async function lostWrites(db: Database, load: ClusterLoad, log: readonly MoneyEntry[]): Promise<string[]> {
  const rows = rowsOf<Row>(
    await db.execute(`select o.slug, o.name, s.plan,
      (select count(*) from top_ups t where t.organization_id = o.id and t.state = 'credited')::int as credits,
      (select count(*) from top_ups t where t.organization_id = o.id)::int as orders,
      (select coalesce(sum(u.quantity), 0) from usage_records u where u.organization_id = o.id)::float8 as bytes
      from organizations o join subscriptions s on s.organization_id = o.id`),
  );
  const of = new Map(rows.map((row) => [row.slug, row]));
  const lost = await wrongInvoices(db, load.owed, log);
  const by = (what: 'top-up' | 'usage') => {
    const wished = new Map<string, { done: number; all: number }>();
    for (const wish of load.wishes.filter((each) => each.what === what)) {
      const count = wished.get(wish.slug) ?? { done: 0, all: 0 };
      const isDone = wish.status !== null && wish.status < 300;
      wished.set(wish.slug, { done: count.done + (isDone ? 1 : 0), all: count.all + 1 });
    }
    return wished;
  };
  for (const [slug, { confirmedName, requestedName }] of load.names) {
    const stored = Number(of.get(slug)?.name.replace('Name ', ''));
    if (confirmedName >= 0 && stored !== confirmedName && stored !== requestedName)
      lost.push(`${slug} was told Name ${confirmedName} and has ${of.get(slug)?.name}`);
  }
  for (const [slug, { done, all }] of by('top-up')) {
    const { credits = 0, orders = 0 } = of.get(slug) ?? {};
    if (credits < done) lost.push(`${slug} has ${credits} top-ups and was told of ${done}`);
    if (credits > all || orders > all) lost.push(`${slug} has ${credits} of ${orders} top-ups and asked for ${all}`);
  }
  for (const [slug, { done, all }] of by('usage')) {
    const batches = (of.get(slug)?.bytes ?? 0) / 3000;
    if (batches < done) lost.push(`${slug} has ${batches} batches of usage and was told of ${done}`);
    if (batches > all) lost.push(`${slug} has ${batches} batches of usage and sent ${all}`);
  }
  for (const slug of new Set(load.done('plan').map((wish) => wish.slug))) {
    const planWishes = load.done('plan').filter((wish) => wish.slug === slug);
    const plans = planWishes.map(({ body }) => (JSON.parse(body) as { tier: string }).tier.replace('tier_', ''));
    const highest = Math.max(0, ...plans.map(rank));
    if (rank(of.get(slug)?.plan ?? '') < highest) lost.push(`${slug} is on ${of.get(slug)?.plan} and was told of ${plans.join(', ')}`);
  }
  return lost;
}
