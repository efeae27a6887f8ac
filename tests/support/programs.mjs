import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// Finds PostgreSQL on Debian, other Linux systems and macOS.

const leastMajor = 15;

/** Program folders of Debian, Fedora, Homebrew on both Mac architectures, and Postgres.app; `*` matches the version. */
const postgresFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
];

function matching(pattern) {
  const [parent, rest] = [pattern.slice(0, pattern.lastIndexOf('/', pattern.indexOf('*'))), pattern.slice(pattern.indexOf('*') + 1)];
  const start = pattern.slice(parent.length + 1, pattern.indexOf('*'));
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).filter((name) => name.startsWith(start));
  return names.map((name) => join(parent, name) + rest).filter((folder) => existsSync(join(folder, 'initdb')));
}

function majorOf(folder) {
  try {
    return Number(/(\d+)/.exec(execFileSync(join(folder, 'initdb'), ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return 0;
  }
}

const onPath = () => (process.env.PATH ?? '').split(':').filter((folder) => folder && existsSync(join(folder, 'initdb')));

/**
 * @returns the folder in `TEST_POSTGRES_PROGRAMS` if it is set, otherwise the folder of the newest installed version; null if no version is
 * installed
 */
export function postgresPrograms() {
  if (process.env.TEST_POSTGRES_PROGRAMS) return process.env.TEST_POSTGRES_PROGRAMS;
  const found = [...postgresFolders.flatMap(matching), ...onPath()]
    .map((folder) => ({ folder, major: majorOf(folder) }))
    .filter(({ major }) => major >= leastMajor)
    .toSorted((a, b) => b.major - a.major);
  return found[0]?.folder ?? null;
}

export const hasProgram = (name) => (process.env.PATH ?? '').split(':').some((folder) => folder && existsSync(join(folder, name)));
