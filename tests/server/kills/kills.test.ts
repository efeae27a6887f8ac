import { readFileSync } from 'node:fs';
import { afterEach, expect, inject, it } from 'vitest';
import { unsettled } from '#tests/simulation/checker.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { countOf, isLongRun, isTimeUp, report } from '#tests/support/counts.ts';
import { moneyFaults } from '#tests/support/money-checker.ts';
import type { StoreKind } from '#tests/support/platform.ts';
import { seeded } from '#tests/support/random.ts';
import { Load, signIn } from './load.ts';
import { openGround, type Ground } from './mortal-program.ts';

const kills = countOf('KILLS', 2);
const firstSeed = countOf('SEED', 1);
/** Kills of one store, before it is looked at closely and another begins. */
const most = 25;
const kinds: StoreKind[] = inject('postgresUrl') === null ? ['pglite'] : ['pglite', 'postgres'];
const only = process.env['RELIABILITY_STORE'];

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const ticksPerSecond = 100;
/** Time that a process has had on a processor so far. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

let program: RunningProgram | null = null;
let ground: Ground | null = null;
afterEach(async () => {
  await program?.end('SIGKILL');
  await ground?.clear();
});

async function killed(kind: StoreKind, seed: number, count: number): Promise<number> {
  ground = await openGround(kind, () => (program ? [program] : []));
  const random = seeded(seed);
  const [readyMs, cpuMs]: [number[], number[]] = [[], []];
  program = await ground.start();
  const load = new Load(await signIn(program.origin), random, ground.card);
  let done = 0;

  for (; done < count && (done === 0 || !isTimeUp()); done += 1) {
    const dying: RunningProgram = program;
    const money = await load.prepare(dying.origin, done);
    const kill = (): void => void dying.end('SIGKILL');
    // After so many writes, or somewhere in the middle of one.
    let left = 1 + random.below(60);
    const timer = setTimeout(kill, 20 + random.below(2500));
    await load.run(dying.origin, done, money, () => {
      left -= 1;
      if (left === 0) kill();
    });
    clearTimeout(timer);
    await dying.end('SIGKILL');

    const started = performance.now();
    program = await ground.start();
    readyMs.push(Math.round(performance.now() - started));
    cpuMs.push(cpuMsOf(program.pid));
    expect([kind, seed, done, await load.lost(program.origin)]).toEqual([kind, seed, done, []]);
    // What the members don't ask for again is left to the platform.
    await load.askAgain(program.origin, 0.3);
  }

  await program.end('SIGTERM');
  program = null;
  const unknown = load.unknown().length;
  const left = await ground.look(async (context, charges) => {
    // Work that a dead process holds is free after a minute.
    for (const table of ['outbox', 'gateway_events']) await context.db.execute(`update ${table} set run_after = now() - interval '1 hour'`);
    await context.payments.worker.reconcile(0);
    await context.payments.sandbox?.gateway?.deliver(true);
    await context.payments.worker.idle();
    const waiting = (await unsettled(context.db)).filter((line) => !line.startsWith('key'));
    return { waiting, faults: await moneyFaults(context.db, charges(), ground?.since ?? 0), charges: charges().length };
  });
  expect([left.waiting, left.faults]).toEqual([[], []]);
  // Of a few kills all may have come before a payment.
  if (done >= 10) expect(left.charges).toBeGreaterThan(0);

  // What the program itself needs: on a machine that others use as well, waiting for its turn is none of its doing.
  if (isLongRun) expect(middle(cpuMs)).toBeLessThan(3000);
  report({
    part: `kills on ${kind}`,
    seed,
    count: done,
    violations: 0,
    counted: {
      'writes acknowledged': load.acknowledged,
      payments: load.attempts.length,
      'without an answer, settled by reconciliation': unknown,
      charges: left.charges,
      'processor time until ready, median ms': middle(cpuMs),
      'ready after, median ms': middle(readyMs),
      'ready after, slowest ms': Math.max(0, ...readyMs),
    },
  });
  await ground.clear();
  ground = null;
  return done;
}

it.each(kinds.filter((kind) => only === undefined || kind === only))(
  `on %s every acknowledged write is there after each of ${kills} kills, and every payment comes to its end`,
  async (kind) => {
    for (let done = 0; done < kills && (done === 0 || !isTimeUp());)
      done += await killed(kind, firstSeed + done, Math.min(most, kills - done));
    // The last store was looked at and cleared away.
    expect(ground).toBeNull();
  },
  90_000 + kills * 20_000,
);
