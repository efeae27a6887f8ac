import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from './config.ts';
import { openContext } from './context.ts';
import { makeStartImage } from './store/pglite.ts';

/**
 * A seeded image is as good as seeding for so long. Afterwards the fleet, whose dates are relative to the time of
 * seeding, lives through its past anew: that takes a few seconds more.
 */
const fleetGoodForSeconds = 30 * 60;

const emptyIn = (folder: string): string => join(folder, 'empty');
const fleetIn = (folder: string): string => join(folder, 'fleet');
const seededAtIn = (folder: string): string => join(folder, 'fleet-seeded-at');

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Makes the data folders that fresh ones begin as copies of: one with an empty database, one with the fleet. */
export async function makeStartImages(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await makeStartImage(emptyIn(folder));
  const seededAt = nowSeconds();
  const context = await openContext(readConfig({ DATA_DIR: fleetIn(folder) }), emptyIn(folder));
  await context.close();
  writeFileSync(seededAtIn(folder), String(seededAt));
}

function fleetSeededAt(folder: string): number {
  try {
    return Number(readFileSync(seededAtIn(folder), 'utf8'));
  } catch {
    return 0;
  }
}

/** The image that a fresh data folder begins as. */
export function startImageFor({ mode }: Pick<Config, 'mode'>, folder: string): string {
  const age = nowSeconds() - fleetSeededAt(folder);
  return mode === 'embedded' && age >= 0 && age < fleetGoodForSeconds ? fleetIn(folder) : emptyIn(folder);
}
