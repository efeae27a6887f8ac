import { readFileSync } from 'node:fs';
import { afterEach, expect, inject, it } from 'vitest';
import { unsettled } from '#tests/simulation/checker.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { countOf, isLongRun, isTimeUp, report } from '#tests/support/counts.ts';
import { noticeFaults } from '#tests/support/notice-checker.ts';
import { moneyFaults } from '#tests/support/money-checker.ts';
import type { StoreKind } from '#tests/support/stores-under-test.ts';
import { seeded, type Random } from '#tests/support/random.ts';
import { Load } from './load.ts';
import { openGround, type Ground } from './mortal-program.ts';

const kills = countOf('KILLS', 2);
const firstSeed = countOf('SEED', 1);
/** Number of kills between two full checks. All kills use the same store, so the data of earlier kills remains. */
const most = 25;
/** Maximum milliseconds from start to kill, about as long as money operations take. */
const longestLifeMs: Readonly<Record<StoreKind, number>> = { pglite: 2500, postgres: 1200 };
const kinds: StoreKind[] = inject('postgresUrl') === null ? ['pglite'] : ['pglite', 'postgres'];
const only = process.env['RELIABILITY_STORE'];

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const ticksPerSecond = 100;
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

interface Victim {
  readonly kind: StoreKind;
  readonly ground: Ground;
  readonly load: Load;
  program: RunningProgram | null;
}
let victim: Victim | null = null;

async function begin(kind: StoreKind): Promise<Victim> {
  const ground = await openGround(kind, () => (victim?.program ? [victim.program] : []));
  victim = { kind, ground, load: new Load(ground.card), program: null };
  return victim;
}
async function clear(): Promise<void> {
  await victim?.program?.end('SIGKILL');
  await victim?.ground.clear();
  victim = null;
}
afterEach(clear);

async function live({ kind, load }: Victim, dying: RunningProgram, random: Random, round: number): Promise<void> {
  const money = await load.prepare(dying.origin, random);
  const kill = (): void => void dying.end('SIGKILL');
  let left = 1 + random.below(60);
  const timer = setTimeout(kill, 20 + random.below(longestLifeMs[kind]));
  await load.run(dying.origin, round, money, () => {
    left -= 1;
    if (left === 0) kill();
  });
  clearTimeout(timer);
  await dying.end('SIGKILL');
}

const look = ({ ground }: Victim) =>
  ground.look(async (context, charges) => {
    for (const table of ['outbox', 'gateway_events']) await context.db.execute(`update ${table} set run_after = now() - interval '1 hour'`);
    await context.payments.worker.reconcile(0);
    await context.payments.sandbox?.gateway?.deliver(true);
    await context.payments.worker.idle();
    const waiting = (await unsettled(context.db)).filter((line) => !line.startsWith('key'));
    const faults = [...(await moneyFaults(context.db, charges(), ground.since)), ...(await noticeFaults(context.db, ground.since))];
    return { waiting, faults, charges: charges().length };
  });

/** @returns the number of kills, and the number of all charges so far */
async function killed(victim: Victim, seed: number, count: number, chargesBefore: number): Promise<{ done: number; charges: number }> {
  const { kind, ground, load } = victim;
  const random = seeded(seed);
  const [readyMs, cpuMs]: [number[], number[]] = [[], []];
  const [acknowledged, payments] = [load.acknowledged, load.attempts.length];
  let program = await ground.start();
  victim.program = program;
  await load.signIn(program.origin);
  // The previous check settled all payments, so every repeated attempt must now return its final result.
  await load.askAgain(program.origin, () => true);
  expect([kind, seed, await load.lost(program.origin, load.attempts)]).toEqual([kind, seed, []]);
  let done = 0;
  for (; done < count && (done === 0 || !isTimeUp()); done += 1) {
    await live(victim, program, random, seed + done);
    const started = performance.now();
    program = await ground.start();
    victim.program = program;
    readyMs.push(Math.round(performance.now() - started));
    cpuMs.push(cpuMsOf(program.pid));
    expect([kind, seed, done, await load.lost(program.origin)]).toEqual([kind, seed, done, []]);
    // The platform must settle an attempt even if the member never repeats it.
    await load.askAgain(program.origin, () => random.chance(0.3));
  }

  await program.end('SIGTERM');
  victim.program = null;
  const unknown = load.unknown().length;
  const { waiting, faults, charges } = await look(victim);
  expect([waiting, faults]).toEqual([[], []]);
  // With fewer than ten kills, the process may never reach a payment.
  if (done >= 10) expect(charges).toBeGreaterThan(chargesBefore);

  // Checks the CPU time until a process is ready, because other programs on the machine can increase the elapsed time.
  if (isLongRun) expect(middle(cpuMs)).toBeLessThan(3000);
  report({
    part: `kills on ${kind}`,
    seed,
    count: done,
    violations: 0,
    counted: {
      'writes acknowledged': load.acknowledged - acknowledged,
      payments: load.attempts.length - payments,
      'without an answer, settled by reconciliation': unknown,
      charges: charges - chargesBefore,
      'processor time until ready, median ms': middle(cpuMs),
      // Reports the elapsed time of starts; the target is 3 s. These figures are reliable only on an idle machine.
      'starts timed': readyMs.length,
      'of them ready in less than 3 s': readyMs.filter((ms) => ms < 3000).length,
      'ready after, median ms': middle(readyMs),
      'ready after, slowest ms': Math.max(0, ...readyMs),
    },
  });
  return { done, charges };
}

it.each(kinds.filter((kind) => only === undefined || kind === only))(
  `on %s every acknowledged write is there after each of ${kills} kills, and every payment comes to its end`,
  async (kind) => {
    const victim = await begin(kind);
    let charges = 0;
    for (let done = 0; done < kills && (done === 0 || !isTimeUp());) {
      const stretch = await killed(victim, firstSeed + done, Math.min(most, kills - done), charges);
      done += stretch.done;
      charges = stretch.charges;
    }
    expect(victim.program).toBeNull();
  },
  90_000 + kills * 20_000,
);
