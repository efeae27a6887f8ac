import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoMonth } from '#lib/dates/calendar.ts';
import { readConfig, type Config } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';

/** Maximum age of a demo image in seconds: half a day. Images of another month are never used. */
const demoFreshSeconds = 12 * 3600;

const emptyIn = (folder: string): string => join(folder, 'empty');
const demoFolderIn = (folder: string): string => join(folder, 'demo');
const seededAtIn = (folder: string): string => join(folder, 'demo-seeded-at');

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Creates the start images: an empty database, and the demo. New data folders are copies of them. */
export async function makeStartImages(folder: string): Promise<void> {
  const { makeStartImage } = await import('#server/database/pglite.ts');
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

function isFresh(seededAt: number, now: number): boolean {
  return now >= seededAt && now < seededAt + demoFreshSeconds && isoMonth(now) === isoMonth(seededAt);
}

/**
 * Returns the start image's folder; null if it was not built. The demo image is never used with a real gateway, which lacks the demo's
 * charges.
 */
export function startImageFor({ mode, seed, gateway }: Pick<Config, 'mode' | 'seed' | 'gateway'>, folder: string): string | null {
  const hasFreshDemo = mode === 'embedded' && seed === 'demo' && gateway === null && isFresh(demoSeededAt(folder), nowSeconds());
  const image = hasFreshDemo ? demoFolderIn(folder) : emptyIn(folder);
  return existsSync(image) ? image : null;
}
