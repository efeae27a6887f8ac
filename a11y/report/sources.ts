import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TakenOn {
  /** Git commit of the results; "unknown" outside a repository. Uncommitted changes are not included. */
  readonly commit: string;
  readonly sources: string;
}

const isProduct = (name: string): boolean =>
  !/^ui\/tokens\.(css|ts)$/.test(name) && /\.(tsx?|mjs|css|sql|json)$/.test(name) && !/\.(test|states)\.tsx?$/.test(name);

/** The digest omits tests and component states. */
export function sourceDigest(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isProduct).toSorted())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join('src', name)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

export function takenNow(): TakenOn {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return { commit: status === 0 ? stdout.trim() : 'unknown', sources: sourceDigest() };
}

/** Returns sentences about results whose sources are unknown or have changed. */
export function outdated(taken: readonly (Partial<TakenOn> | null)[], now: string): string[] {
  const known = taken.filter((result) => result !== null);
  const others = known.filter(({ sources }) => sources !== undefined && sources !== now);
  return [
    ...(known.some(({ sources }) => sources === undefined) ? ['Some results do not say on which commit they were taken.'] : []),
    ...new Set(others.map(({ commit }) => `Files of src have changed since results were taken on commit ${commit ?? 'unknown'}.`)),
  ];
}
