import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Puts a finished build where processes read it, while processes of earlier builds run.

/** Folders that are copied as a whole: half of the old and half of the new would be neither. */
const wholeFolders = ['start-images'];

const isHashed = (file) => /-[\w-]{8}\.\w+(\.br|\.gz)?$/.test(file);

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !wholeFolders.some((whole) => file.startsWith(`${whole}/`)))
    .toSorted((one, other) => Number(isHashed(other)) - Number(isHashed(one)));

/** The files of the last two builds, the last one first. */
function keptBuilds(into) {
  try {
    return JSON.parse(readFileSync(join(into, 'builds.json'), 'utf8'));
  } catch {
    return [];
  }
}

const isSame = (one, other) => one?.length === other.length && one.every((file) => other.includes(file));

/**
 * Moves each file of a build to its place at once, chunks before the files that name them. The chunks of the build before stay, for
 * processes and pages that began with it; those of older builds go.
 */
export function placeBuild(from, into) {
  mkdirSync(into, { recursive: true });
  const files = filesIn(from);
  const known = keptBuilds(into);
  // The same files once more replace no build.
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
