import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoMonth } from '#lib/dates/calendar.ts';
import { readConfig, type Config } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { makeStartImage } from '#server/database/pglite.ts';

/**
 * A copy of the seeded image is a demo that was seeded when the image was made: its jobs catch up as in any idle folder. No
 * situation of the demo is within a day of its end, so for half a day nothing that it shows is lost. Afterwards, and in another
 * month, since cards expire by month, seeding replays the history: seconds more.
 */
const demoFreshSeconds = 12 * 3600;

const emptyIn = (folder: string): string => join(folder, 'empty');
const demoFolderIn = (folder: string): string => join(folder, 'demo');
const seededAtIn = (folder: string): string => join(folder, 'demo-seeded-at');

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Makes the data folders that fresh ones begin as copies of: one with an empty database, one with the demo. */
export async function makeStartImages(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await makeStartImage(emptyIn(folder));
  const seededAt = nowSeconds();
  const context = await openContext(readConfig({ DATA_DIR: demoFolderIn(folder) }), emptyIn(folder), undefined, { isStartImage: true });
  await context.close();
  writeFileSync(seededAtIn(folder), String(seededAt));
}

function demoSeededAt(folder: string): number {
  try {
    return Number(readFileSync(seededAtIn(folder), 'utf8'));
  } catch {
    return 0;
  }
}

/** Whether a demo that was seeded at that time still shows all its situations. */
function isFresh(seededAt: number, now: number): boolean {
  return now >= seededAt && now < seededAt + demoFreshSeconds && isoMonth(now) === isoMonth(seededAt);
}

/**
 * The image that a fresh data folder begins as. The demo of the image has the sandbox gateway's cards and charges, which a
 * gateway with keys of its own doesn't know.
 */
export function startImageFor({ mode, seed, gateway }: Pick<Config, 'mode' | 'seed' | 'gateway'>, folder: string): string {
  const hasFreshDemo = mode === 'embedded' && seed === 'demo' && gateway === null && isFresh(demoSeededAt(folder), nowSeconds());
  return hasFreshDemo ? demoFolderIn(folder) : emptyIn(folder);
}
