import { renderPage } from '#app/entry-server.tsx';
import type { PageRequest } from '#lib/page-request.ts';
import type { Context } from '#server/context.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { receiveEvent } from '#server/payments/events.ts';
import { keepJobsInOrder, queuesWithWork, takeJobs } from '#server/store/background-jobs.ts';
import { memberOfLogin } from '#server/store/logins.ts';
import { localConnection } from '#tests/support/local-connection.ts';
import { operatorKey } from '#tests/support/operator.ts';
import { metricsToken } from './make-database.ts';
import { dueTogether, madeAtSeconds } from './template-seeds.ts';

export interface MeasuredWork {
  readonly name: string;
  /** Maximum number of runs; set only if each run uses up some of the prepared data. */
  readonly most?: number;
  /** Runs the operation. `place` is the index of a prepared organization; `turn` is different in each run. */
  readonly run: (place: number, turn: number) => Promise<unknown>;
}

/** Data that the operations need. It is read before the measurement, and stays valid when the platform restarts. */
export interface PreparedWork {
  readonly places: readonly Place[];
  readonly older: readonly Place[];
  readonly tokens: ReadonlyMap<number, string>;
  readonly key: string;
  readonly intents: readonly string[];
  /** Instants in seconds. At each instant, at least a hundred billing cycles end. Each instant is used once. */
  readonly instants: number[];
  due: number;
  readonly inBatch: number;
}

interface Place {
  readonly slug: string;
  readonly memberId: number;
  readonly handle: string;
  readonly email: string;
  readonly subject: string;
  readonly ref: string;
}

/** Returns copies of the template organizations of a kind. Their order is by hash, so that they are spread over the whole database. */
async function somePlaces(db: Database, kind: string, count: number): Promise<Place[]> {
  const found = await db.execute(`
    with places as (select id, slug, row_number() over (order by md5(slug)) as place from organizations where slug like 'bench-${kind}-%-%')
    select o.slug, m.id as "memberId", m.handle, m.primary_email as email, coalesce(l.subject, '') as subject, (select min(ref) from projects where organization_id = o.id) as ref
    from places o join lateral (select member_id from memberships where organization_id = o.id and role = 'owner' limit 1) r on true
    join members m on m.id = r.member_id left join member_logins l on l.member_id = m.id where o.place <= ${count} order by o.place`);
  return rowsOf<Place>(found);
}

const json = { 'Content-Type': 'application/json' };
const perOrganization = 5;

export async function prepareWork(context: Context, inBatch = 100): Promise<PreparedWork> {
  const { db, clock } = context;
  const places = await somePlaces(db, 'small', 100);
  const older = await somePlaces(db, 'year', 20);
  if (places.length === 0 || older.length === 0) throw new Error('There are too few organizations');
  const tokens = new Map<number, string>();
  for (const { memberId } of [...places, ...older]) if (!tokens.has(memberId)) tokens.set(memberId, await startSession(db, memberId));
  const intents = rowsOf<{ intent: string }>(
    await db.execute(`select p.intent_id as intent from payments p join organizations o on o.id = p.organization_id
      where o.slug ~ '^bench-(small|year)-[0-9]+$' and p.intent_id is not null order by p.id`),
  ).map(({ intent }) => intent);
  const instants = rowsOf<{ at: number }>(
    await db.execute(`select extract(epoch from current_period_end)::float8 as at from subscriptions
      where current_period_end > to_timestamp(${clock.nowSeconds() + 60}) and current_period_end < to_timestamp(${madeAtSeconds}) + interval '1 day'
      group by 1 having count(*) >= ${dueTogether} order by 1`),
  ).map(({ at: instant }) => instant);
  return { places, older, tokens, key: (await operatorKey(context)).key, intents, instants, due: 0, inBatch };
}

/** Operations whose time must not depend on the number of organizations. */
export function measuredWork(context: Context, prepared: PreparedWork, manifest: PageRequest['manifest'] = null): readonly MeasuredWork[] {
  const { places, older, tokens, key, intents, instants, inBatch } = prepared;
  const { db, clock, paymentContext, payments, jobs } = context;
  const app = createApp(context, { render: renderPage, manifest, assets: noAssets });
  const mark = `${Date.now()}`;
  const at = <T>(all: readonly T[], place: number): T => all[place % all.length] as T;
  const ask = async (path: string, init: RequestInit = {}, status = 200): Promise<string> => {
    const answer = await app.fetch(new Request(`http://localhost${path}`, init), localConnection);
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  const asMember = (place: Place, path: string) =>
    ask(path.replace('{slug}', place.slug), { headers: { Cookie: `session=${tokens.get(place.memberId)}`, Version: '2' } });
  return [
    { name: 'page', run: (place) => asMember(at(places, place), '/org/{slug}/billing') },
    { name: 'page of an older organization', run: (place) => asMember(at(older, place), '/org/{slug}/billing') },
    {
      name: 'sign-in',
      run: (place) =>
        ask('/auth/sandbox', { method: 'POST', headers: json, body: JSON.stringify({ member: at(places, place).handle }) }, 204),
    },
    {
      name: 'sign-in at the provider',
      run: (place) =>
        memberOfLogin(db, { issuer: 'https://login.example', subject: at(places, place).subject }, at(places, place).email, new Date()),
    },
    {
      name: 'first sign-in at the provider',
      run: (place, turn) =>
        memberOfLogin(db, { issuer: `https://other-${mark}.example`, subject: `${turn}` }, at(places, place).email, new Date()),
    },
    {
      name: "members' check before a downgrade",
      run: (place) => asMember(at(places, place), '/platform/organizations/{slug}/members/reached-free-project-limit'),
    },
    {
      name: 'search of invoices by number',
      run: (place) => asMember(at(older, place), '/platform/organizations/{slug}/billing/invoices?search=0004'),
    },
    {
      name: 'search of invoices by status and time',
      run: (place) =>
        asMember(at(older, place), '/platform/organizations/{slug}/billing/invoices?status=paid,open&from=2026-01-01&to=2026-06-01'),
    },
    { name: 'upcoming invoice', run: (place) => asMember(at(older, place), '/platform/organizations/{slug}/billing/invoices/upcoming') },
    {
      name: `usage, ${inBatch * perOrganization} records of ${inBatch} organizations`,
      run: (_, turn) =>
        ask('/admin/v1/usage', {
          method: 'POST',
          headers: { ...json, Authorization: `Bearer ${key}` },
          body: JSON.stringify({
            records: places.slice(0, inBatch).flatMap(({ slug, ref }) =>
              Array.from({ length: perOrganization }, (_, index) => ({
                id: `${mark}-${turn}-${index}`,
                organization: slug,
                project_ref: ref,
                metric: 'EGRESS',
                quantity: 1_000_000,
                at: clock.nowSeconds() - 60 - index,
              })),
            ),
          }),
        }),
    },
    {
      name: "the gateway's event",
      run: async (place, turn) => {
        const objectId = at(intents, place);
        await receiveEvent(paymentContext, {
          id: `evt_${mark}${turn}`,
          type: 'payment_intent.succeeded',
          objectType: 'payment_intent',
          objectId,
          createdSeconds: clock.nowSeconds(),
        });
        await payments.worker.idle();
      },
    },
    { name: 'jobs, nothing due', run: () => jobs.runDue() },
    {
      name: `jobs, ${dueTogether} cycles over`,
      most: instants.length,
      run: async () => {
        prepared.due = instants.shift() ?? 0;
        if ((await jobs.moveClock(prepared.due)) < dueTogether) throw new Error('Too few cycles were over');
      },
    },
    {
      name: `jobs, ${dueTogether} invoices to finalize`,
      most: instants.length,
      run: async () => {
        if ((await jobs.moveClock(prepared.due + 3660)) < dueTogether) throw new Error('Too few invoices were due');
      },
    },
    { name: 'what is due in the queues', run: async () => [await queuesWithWork(db), await takeJobs(db, 'gateway-events', 'bench', 4)] },
    { name: 'upkeep of the queues', run: () => keepJobsInOrder(db) },
    { name: 'reconciling and removing what had its time', run: () => payments.worker.reconcile() },
    {
      name: 'metrics',
      run: async () => {
        const headers = { Authorization: `Bearer ${metricsToken}` };
        return [await ask('/metrics', { headers }), await ask('/metrics/unsettled', { headers })];
      },
    },
  ];
}
