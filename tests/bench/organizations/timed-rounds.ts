import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import type { PageRequest } from '#lib/page-request.ts';
import { canForget, forgetFiles } from './cold-files.ts';
import { durable, startKept } from './kept-postgres.ts';
import { openMade } from './make-database.ts';
import { measuredWork, prepareWork, type MeasuredWork, type PreparedWork } from './measured-work.ts';

export interface Samples {
  readonly small: number[];
  readonly large: number[];
}

export interface MeasuredTimes {
  readonly name: string;
  readonly warm: Samples;
  readonly cold: Samples;
}

export interface MadeDatabase {
  readonly name: string;
  readonly dataDir: string;
  /** Platform time in seconds when the database was last closed. */
  atSeconds: number;
}

interface Both {
  readonly url: string;
  readonly contexts: readonly Context[];
  readonly works: readonly (readonly MeasuredWork[])[];
  readonly close: () => Promise<void>;
}

const warmPlaces = 5;
const coldRounds = 5;
/** Maximum runs of operations that use up data. The large database has enough data for three runs of the benchmark. */
const mostUsedUp = { warm: 2, cold: 1 } as const;

interface Asked {
  readonly folder: string;
  readonly databases: readonly MadeDatabase[];
  readonly manifest: PageRequest['manifest'];
  readonly rounds: number;
  readonly isAsked: (name: string) => boolean;
  /** Called after the timed rounds with the URL of the PostgreSQL cluster, while the small and the large database are still cached. */
  readonly afterwards: (url: string) => Promise<void>;
  readonly beforehand: () => void;
}

/** Runs the same operations alternately on the small and the large database, so that machine load affects both alike. */
export async function timedRounds({
  folder,
  databases,
  manifest,
  rounds,
  isAsked,
  beforehand,
  afterwards,
}: Asked): Promise<MeasuredTimes[]> {
  const prepared: PreparedWork[] = [];
  let turn = 0;
  const openBoth = async (): Promise<Both> => {
    const { url, stop } = await startKept(folder, durable);
    const contexts: Context[] = [];
    for (const { name, dataDir, atSeconds } of databases) contexts.push(await openMade(`${url}/${name}`, dataDir, atSeconds));
    if (prepared.length === 0) for (const context of contexts) prepared.push(await prepareWork(context));
    const works = contexts.map((context, index) => measuredWork(context, prepared[index] as PreparedWork, manifest));
    const close = async (): Promise<void> => {
      for (const [index, { clock, close: closeOne }] of contexts.entries()) {
        Object.assign(databases[index] ?? {}, { atSeconds: clock.nowSeconds() });
        await closeOne();
      }
      await stop();
    };
    return { url, contexts, works, close };
  };
  const once = async ({ works }: Both, name: string, place: number, samples: Samples | null): Promise<void> => {
    turn += 1;
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const work = works[index]?.find((one) => one.name === name);
      const started = performance.now();
      await work?.run(place, turn);
      (index === 0 ? samples?.small : samples?.large)?.push(performance.now() - started);
    }
  };

  const both = await openBoth();
  const measured = (both.works[0] ?? [])
    .filter(({ name }) => isAsked(name))
    .map(({ name, most }) => ({
      name,
      most: most === undefined ? null : Math.min(most, ...both.works.map((all) => all.find((one) => one.name === name)?.most ?? 0)),
      warm: { small: [], large: [] } as Samples,
      cold: { small: [], large: [] } as Samples,
    }));
  beforehand();
  for (let place = 0; place < warmPlaces; place += 1)
    for (const { name, most } of measured) if (most === null) await once(both, name, place, null);
  for (let round = 0; round < rounds; round += 1)
    for (const { name, most, warm } of measured)
      if (most === null || round < Math.min(most, mostUsedUp.warm)) await once(both, name, round % warmPlaces, warm);
  await afterwards(both.url);
  await both.close();

  if (!canForget) return measured;
  execFileSync('sync', ['-f', folder]);
  for (let round = 0; round < coldRounds; round += 1)
    for (const [index, { name, most, cold }] of measured.entries()) {
      if (most !== null && round >= Math.min(most - mostUsedUp.warm, mostUsedUp.cold)) continue;
      forgetFiles(join(folder, 'postgres', 'base'));
      const again = await openBoth();
      await once(again, name, round * measured.length + index, cold);
      await again.close();
    }
  return measured;
}
