import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { isTimeUp, report } from '#tests/support/counts.ts';
import type { Stretch, StretchResult } from './stretch.ts';

interface LongPart {
  readonly name: string;
  readonly firstSeed: number;
  readonly seeds: number;
  readonly most: number;
  readonly program: string;
  /** Number of processes in addition to the number of processors. Useful if a process often waits for its database. */
  readonly extraProcesses?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Distributes the seeds of a long part to processes and records each result. @returns true if all passed */
export async function handOutSeeds(part: LongPart): Promise<boolean> {
  const { name, firstSeed, seeds, most, program, extraProcesses = 0, environment = {} } = part;
  let next = firstSeed;
  let hasFailed = false;

  const nextStretch = (): Stretch | null => {
    const left = firstSeed + seeds - next;
    if (left <= 0 || hasFailed || isTimeUp()) return null;
    const stretch = { seed: next, count: Math.min(most, left) };
    next += stretch.count;
    return stretch;
  };
  const note = ({ seed, held, counted, found }: StretchResult): void => {
    if (held > 0) report({ part: name, seed, count: held, violations: 0, counted });
    process.stdout.write(`${held} from ${seed} on held\n`);
    if (!found) return;
    hasFailed = true;
    report({ part: name, seed: found.seed, count: 0, violations: 1 });
    process.stderr.write(`${JSON.stringify(found, null, 2)}\n`);
  };
  const live = (): Promise<void> => {
    // Increases the young generation of V8's heap, because most objects are short-lived.
    const child = fork(program, { execArgv: ['--max-semi-space-size=32'], env: { ...process.env, ...environment } });
    child.on('message', (result: StretchResult | null) => {
      if (result) note(result);
      child.send(nextStretch() as object);
    });
    return new Promise((resolve, reject) =>
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process of ${name} ended with ${code}`)))),
    );
  };

  const ends = await Promise.allSettled(Array.from({ length: availableParallelism() + extraProcesses }, live));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return !hasFailed;
}
