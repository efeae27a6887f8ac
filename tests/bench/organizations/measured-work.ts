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
import { operatorKey } from '#tests/support/operator.ts';
import { metricsToken } from './make-database.ts';
import { dueTogether, madeAtSeconds } from './template-seeds.ts';

/** What is done on a platform, over and over, each time with other organizations. */
export interface MeasuredWork {
  readonly name: string;
  /** Above so many rounds there is nothing left to do. */
  readonly most?: number;
  readonly run: (round: number) => Promise<unknown>;
}

interface Place {
  readonly slug: string;
  readonly memberId: number;
  readonly handle: string;
  readonly email: string;
  readonly subject: string;
  readonly ref: string;
}

/** Organizations that pay, spread over all that there are, the same kinds in each database. */
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

/** Everything whose time must not depend on how many organizations there are. */
export async function measuredWork(
  context: Context,
  manifest: PageRequest['manifest'] = null,
  inBatch = 100,
): Promise<readonly MeasuredWork[]> {
  const { db, clock, money, payments, jobs } = context;
  const app = createApp(context, { render: renderPage, manifest, assets: noAssets });
  const places = await somePlaces(db, 'small', 100);
  const older = await somePlaces(db, 'year', 10);
  const { key } = await operatorKey(context);
  const mark = `${Date.now()}`;
  const tokens = new Map<number, string>();
  const at = (all: readonly Place[], round: number): Place => {
    const place = all[round % all.length];
    if (!place) throw new Error('There are too few organizations');
    return place;
  };
  const ask = async (path: string, init: RequestInit = {}, status = 200): Promise<string> => {
    const answer = await app.fetch(new Request(`http://localhost${path}`, init));
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  for (const { memberId } of [...places, ...older]) if (!tokens.has(memberId)) tokens.set(memberId, await startSession(db, memberId));
  const asMember = (place: Place, path: string) =>
    ask(path.replace('{slug}', place.slug), { headers: { Cookie: `session=${tokens.get(place.memberId)}`, Version: '2' } });
  const intents = rowsOf<{ intent: string }>(
    await db.execute(`select p.intent_id as intent from payments p join organizations o on o.id = p.organization_id
      where o.slug ~ '^bench-(small|year)-[0-9]+$' and p.intent_id is not null order by p.id`),
  ).map(({ intent }) => intent);
  // Instants at which a hundred cycles end. Each is used once.
  const instants = rowsOf<{ at: number }>(
    await db.execute(`select extract(epoch from current_period_end)::float8 as at from subscriptions
      where current_period_end > to_timestamp(${clock.nowSeconds() + 60}) and current_period_end < to_timestamp(${madeAtSeconds}) + interval '1 day'
      group by 1 having count(*) >= ${dueTogether} order by 1`),
  ).map(({ at: instant }) => instant);
  let due = 0;
  return [
    { name: 'page', run: (round) => asMember(at(places, round), '/org/{slug}/billing') },
    { name: 'page of an older organization', run: (round) => asMember(at(older, round), '/org/{slug}/billing') },
    {
      name: 'sign-in',
      run: (round) =>
        ask('/auth/sandbox', { method: 'POST', headers: json, body: JSON.stringify({ member: at(places, round).handle }) }, 204),
    },
    {
      name: 'sign-in at the provider',
      run: (round) =>
        memberOfLogin(db, { issuer: 'https://login.example', subject: at(places, round).subject }, at(places, round).email, new Date()),
    },
    {
      name: 'first sign-in at the provider',
      run: (round) =>
        memberOfLogin(db, { issuer: `https://other-${mark}.example`, subject: `${round}` }, at(places, round).email, new Date()),
    },
    {
      name: "members' check before a downgrade",
      run: (round) => asMember(at(places, round), '/platform/organizations/{slug}/members/reached-free-project-limit'),
    },
    {
      name: 'search of invoices by number',
      run: (round) => asMember(at(older, round), '/platform/organizations/{slug}/billing/invoices?search=0004'),
    },
    {
      name: 'search of invoices by status and time',
      run: (round) =>
        asMember(at(older, round), '/platform/organizations/{slug}/billing/invoices?status=paid,open&from=2026-01-01&to=2026-06-01'),
    },
    { name: 'upcoming invoice', run: (round) => asMember(at(older, round), '/platform/organizations/{slug}/billing/invoices/upcoming') },
    {
      name: `usage, ${inBatch * perOrganization} records of ${inBatch} organizations`,
      run: (round) =>
        ask('/admin/v1/usage', {
          method: 'POST',
          headers: { ...json, Authorization: `Bearer ${key}` },
          body: JSON.stringify({
            records: places.slice(0, inBatch).flatMap(({ slug, ref }) =>
              Array.from({ length: perOrganization }, (_, index) => ({
                id: `${mark}-${round}-${index}`,
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
      run: async (round) => {
        const objectId = intents[round % intents.length] ?? '';
        await receiveEvent(money, {
          id: `evt_${mark}${round}`,
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
        due = instants.shift() ?? 0;
        if ((await jobs.moveClock(due)) < dueTogether) throw new Error('Too few cycles were over');
      },
    },
    {
      name: `jobs, ${dueTogether} invoices to finalize`,
      most: instants.length,
      run: async () => {
        if ((await jobs.moveClock(due + 3660)) < dueTogether) throw new Error('Too few invoices were due');
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
