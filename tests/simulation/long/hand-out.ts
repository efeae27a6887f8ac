import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { countOf, isTimeUp, report } from '#tests/support/counts.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import type { Lived, Stretch } from './stretch.ts';

// Hands seeds out to the processes of the long set, and keeps a line of each stretch.

const part = 'schedules';
const most = 100;
const past = countOf('SEED', 1) + countOf('SCHEDULES', 20_000);
let next = countOf('SEED', 1);
let hasFailed = false;

function nextStretch(): Stretch | null {
  if (next >= past || hasFailed || isTimeUp()) return null;
  const stretch = { seed: next, count: Math.min(most, past - next) };
  next += stretch.count;
  return stretch;
}

function note({ seed, held, charges, found }: Lived): void {
  if (held > 0) report({ part, seed, count: held, violations: 0, counted: { charges } });
  process.stdout.write(`${held} from ${seed} on held\n`);
  if (!found) return;
  hasFailed = true;
  report({ part, seed: found.seed, count: 0, violations: 1 });
  process.stderr.write(`${JSON.stringify(found, null, 2)}\n`);
}

/** One process, from its first stretch to its last. */
function live(cluster: string | null): Promise<void> {
  const path = fileURLToPath(new URL('./live.js', import.meta.url));
  // What a statement leaves is garbage at once: room for more of it before it is looked at.
  const child = fork(path, {
    execArgv: ['--max-semi-space-size=32'],
    env: { ...process.env, ...(cluster && { SIMULATION_CLUSTER: cluster }) },
  });
  child.on('message', (lived: Lived | null) => {
    if (lived) note(lived);
    child.send(nextStretch() as object);
  });
  return new Promise((resolve, reject) =>
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process of the simulation ended with ${code}`)))),
  );
}

/** One more than there are processors: a process and its database take turns. */
const lives = availableParallelism() + 1;

const postgres = await startPostgres();
const ends = await Promise.allSettled(Array.from({ length: lives }, () => live(postgres?.url ?? null)));
await postgres?.stop();
for (const end of ends) if (end.status === 'rejected') throw end.reason;
process.exitCode = hasFailed ? 1 : 0;
