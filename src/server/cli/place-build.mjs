import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Installs a finished build while processes that use earlier builds are running.

/** Folders that are replaced completely, because a mix of files from two builds would be invalid. */
const wholeFolders = ['start-images'];

const isHashed = (file) => /-[\w-]{8}\.\w+(\.br|\.gz)?$/.test(file);

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !wholeFolders.some((whole) => file.startsWith(`${whole}/`)))
    .toSorted((one, other) => Number(isHashed(other)) - Number(isHashed(one)));

function keptBuilds(into) {
  try {
    return JSON.parse(readFileSync(join(into, 'builds.json'), 'utf8'));
  } catch {
    return [];
  }
}

const isSame = (one, other) => one?.length === other.length && one.every((file) => other.includes(file));

/** Moves chunks before the files that import them. Keeps the chunks of the previous build for running processes and open pages. */
export function placeBuild(from, into) {
  mkdirSync(into, { recursive: true });
  const files = filesIn(from);
  const known = keptBuilds(into);
  // Skips the newest stored build if it equals this build, because a repeated build must not count as the previous build.
  const [before = [], ...older] = isSame(known[0], files) ? known.slice(1) : known;
  for (const file of files) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    renameSync(join(from, file), join(into, file));
  }
  for (const whole of wholeFolders) {
    if (!existsSync(join(from, whole))) continue;
    if (existsSync(join(into, whole))) renameSync(join(into, whole), join(from, `${whole}.before`));
    renameSync(join(from, whole), join(into, whole));
  }
  const stays = new Set([...files, ...before]);
  for (const file of older.flat()) if (!stays.has(file)) rmSync(join(into, file), { force: true });
  writeFileSync(join(into, 'builds.json'), JSON.stringify([files, before]));
  rmSync(from, { recursive: true, force: true });
}
