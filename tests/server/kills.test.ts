import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCardLikeBrowser } from '#server/payments/sandbox/new-card.ts';
import { readChargeLog } from '#server/payments/sandbox/charge-log.ts';
import { defaultBasePath } from '#server/payments/sandbox/sandbox-gateway.ts';
import { startProgram, type RunningProgram } from '#tests/support/built-program.ts';
import { countOf, report } from '#tests/support/counts.ts';
import { testCard } from '#tests/support/payer.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { seeded, type Random } from '#tests/support/random.ts';

const kills = countOf('KILLS', 2);
const seed = countOf('SEED', 1);
const json = { 'Content-Type': 'application/json' };
/** Organizations whose names are written, and those that upgrade, one in each round. */
const renamed = ['free-start', 'pro-capped', 'team-eu'];
const upgrading = ['free-exceeded', 'free-one-card', 'free-start', 'pro-invoice', 'over-limit'];

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'billing-kills-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const path = (slug: string): string => `/platform/organizations/${slug}`;

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/sandbox`, { method: 'POST', headers: json, body: '{"member":"owner"}' });
  return (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
}

const rename = (origin: string, cookie: string, slug: string, name: string): Promise<Response> =>
  fetch(origin + path(slug), { method: 'PATCH', headers: { ...json, Cookie: cookie }, body: JSON.stringify({ name }) });

async function newCard(origin: string): Promise<string> {
  const made = await createCardLikeBrowser(
    { baseUrl: origin + defaultBasePath, publishableKey: 'pk_test_sandbox', fetch },
    { number: testCard.good },
  );
  if (!made.ok) throw new Error(made.message);
  return made.id;
}

const upgrade = (origin: string, cookie: string, slug: string, card: string, key: string): Promise<Response> =>
  fetch(`${origin}${path(slug)}/billing/subscription`, {
    method: 'PUT',
    headers: { ...json, Cookie: cookie, 'Idempotency-Key': key },
    body: JSON.stringify({ tier: 'tier_team', payment_method: card }),
  });

/** Writes until the process is killed, after so many acknowledged writes. @returns the number that each organization was last told it has */
async function loadUntilKilled(program: RunningProgram, cookie: string, random: Random, from: number): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  let left = 1 + random.below(40);
  const writer = async (slug: string): Promise<void> => {
    for (let value = from; ; value += 1) {
      const answer = await rename(program.origin, cookie, slug, `Name ${value}`).catch(() => null);
      if (answer === null) return;
      expect(answer.status).toBe(200);
      await answer.text();
      acknowledged.set(slug, value);
      left -= 1;
      if (left === 0) void program.end('SIGKILL');
    }
  };
  await Promise.all(renamed.map(writer));
  return acknowledged;
}

describe.each(inject('postgresUrl') === null ? ['pglite' as const] : ['pglite' as const, 'postgres' as const])('on %s', (kind) => {
  it(
    `has every acknowledged write after each of ${kills} kills, and one charge for each upgrade`,
    async () => {
      const folder = join(home, kind);
      if (kind === 'pglite') cpSync(inject('fleetImage'), folder, { recursive: true });
      const database = kind === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', inject('fleetTemplate') ?? '') : '';
      const environment = { DATA_DIR: folder, DATABASE_URL: database };
      const random = seeded(seed);
      const readyMs: number[] = [];
      let program = await startProgram(environment);
      const cookie = await signIn(program.origin);
      let from = 0;

      for (let round = 0; round < kills; round += 1) {
        // An attempt that nobody has heard of is one that may still have happened.
        const slug = kind === 'pglite' ? upgrading[round] : undefined;
        const card = slug === undefined ? '' : await newCard(program.origin);
        const paying = slug === undefined ? null : upgrade(program.origin, cookie, slug, card, `k-${round}`).catch(() => null);
        const acknowledged = await loadUntilKilled(program, cookie, random, from);
        await paying;
        await program.end('SIGKILL');
        const started = performance.now();
        program = await startProgram(environment);
        readyMs.push(Math.round(performance.now() - started));

        for (const [name, value] of acknowledged) {
          const answer = await fetch(program.origin + path(name), { headers: { Cookie: cookie } });
          const stored = Number(((await answer.json()) as { name: string }).name.replace('Name ', ''));
          // The one that was under way may have gone through as well.
          expect([kind, round, name, stored === value || stored === value + 1]).toEqual([kind, round, name, true]);
        }
        from += 1000;
        if (slug === undefined) continue;
        const again = await upgrade(program.origin, cookie, slug, card, `k-${round}`);
        expect([slug, again.status, await again.json()]).toEqual([slug, 200, { pending_payment_intent_secret: null }]);
      }
      await program.end('SIGTERM');
      const charges =
        kind === 'pglite' ? (await readChargeLog(join(folder, 'gateway'))).filter(({ kind: what }) => what === 'charge_succeeded') : [];
      const subjects = charges.map(({ metadata }) => metadata['subject']);
      expect(new Set(subjects).size).toBe(subjects.length);
      report({ test: 'kills', store: kind, seed, kills, charges: charges.length, slowestReadyMs: Math.max(...readyMs), lost: 0 });
    },
    60_000 + kills * 20_000,
  );
});

describe.skipIf(inject('postgresUrl') === null)('three processes on one database', () => {
  it('are one platform: sessions, writes and rights hold in each at once, and neither a kill nor a stop fails a request', async () => {
    const database = await createDatabase(inject('postgresUrl') ?? '', inject('fleetTemplate') ?? '');
    const start = (name: string) => startProgram({ DATA_DIR: join(home, name), DATABASE_URL: database });
    const programs = await Promise.all([start('one'), start('two'), start('three')]);
    let turn = 0;
    /** As a balancer does: in turn, and on to the next where nobody answers. */
    const ask = async (work: (origin: string) => Promise<Response>): Promise<Response> => {
      turn += 1;
      const first = turn;
      for (let tries = 0; tries < programs.length; tries += 1) {
        const answer = await work(programs[(first + tries) % programs.length]?.origin ?? '').catch(() => null);
        if (answer) return answer;
      }
      throw new Error('Nobody answers');
    };
    const cookie = await signIn(programs[0]?.origin ?? '');
    const nameIn = async (origin: string): Promise<string> =>
      ((await (await fetch(origin + path('team-eu'), { headers: { Cookie: cookie } })).json()) as { name: string }).name;
    const write = async (value: number): Promise<void> => {
      const answer = await ask((origin) => rename(origin, cookie, 'team-eu', `Shared ${value}`));
      expect([value, answer.status]).toEqual([value, 200]);
    };

    for (let value = 0; value < 9; value += 1) {
      await write(value);
      expect(await Promise.all(programs.map(({ origin }) => nameIn(origin)))).toEqual(programs.map(() => `Shared ${value}`));
    }
    const load = Promise.all(Array.from({ length: 60 }, (_, index) => write(100 + index)));
    void programs[1]?.end('SIGKILL');
    await programs[2]?.end('SIGTERM');
    await load;
    expect(await nameIn(programs[0]?.origin ?? '')).toMatch(/^Shared 1\d\d$/);

    programs[1] = await start('two');
    programs[2] = await start('three');
    expect(
      (await ask((origin) => fetch(`${origin}/sign-out/everywhere`, { method: 'POST', headers: { Cookie: cookie }, redirect: 'manual' })))
        .status,
    ).toBe(303);
    const answers = await Promise.all(programs.map(({ origin }) => fetch(`${origin}/platform/profile`, { headers: { Cookie: cookie } })));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    await Promise.all(programs.map(({ end }) => end('SIGTERM')));
  }, 120_000);
});
