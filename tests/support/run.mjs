import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

// The tests, or with the word `long` those that go through every screen, task, card and planted fault, after doing
// by itself what they need: a browser and a PostgreSQL (installed, or Debian's packages), and a build. The parts run one
// after the other, so that none takes time from another.

const isLong = process.argv[2] === 'long';

const chromiums = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const hasChromium = () => [process.env.CHROMIUM_PATH, ...chromiums].some((path) => path && existsSync(path));

const postgresHome = '/usr/lib/postgresql';
const hasPostgres = () =>
  existsSync(postgresHome) &&
  readdirSync(postgresHome).some((major) => Number(major) >= 15 && existsSync(`${postgresHome}/${major}/bin/initdb`));

const run = (command, args, options = {}) => spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0;
const quietly = (command, args) => run(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

/** Root needs nobody's leave; others may have been given it without a password. */
const elevated = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const apt = (...args) => {
  const [command, ...rest] = [...elevated, 'apt-get', '-qq', ...args];
  return quietly(command, rest);
};

let listsAreFresh = false;
function install(...names) {
  process.stdout.write(`Installing ${names.join(', ')} ...\n`);
  listsAreFresh ||= apt('update');
  return apt('install', '-y', '--no-install-recommends', ...names);
}

const untested = [];
function need(isThere, debianPackages, sentence) {
  if (isThere() || (install(...[debianPackages].flat()) && isThere())) return true;
  untested.push(sentence);
  return false;
}

// Without windows of its own it is much quicker. Where Debian has none, the whole browser does as well.
const quickChromium = '/usr/bin/chromium-headless-shell';
if (!process.env.CHROMIUM_PATH && !existsSync(quickChromium)) install('chromium-headless-shell');
const withBrowser = need(hasChromium, 'chromium', 'No chromium is installed and none could be: the browser journeys are untested.');
need(
  hasPostgres,
  'postgresql',
  'No PostgreSQL 15 or newer is installed and none could be: the platform is tested on the embedded database only.',
);

need(
  () => spawnSync('pdfinfo', ['-v'], { stdio: 'ignore' }).error === undefined,
  'poppler-utils',
  'No pdfinfo is installed and none could be: the structure of invoices is not read back by another program.',
);

const hasProgram = (name) => spawnSync('which', [name], { stdio: 'ignore' }).status === 0;
if (isLong)
  need(
    () => ['chromium', 'orca', 'Xvfb', 'openbox', 'dbus-daemon', 'xdotool'].every(hasProgram),
    ['chromium', 'orca', 'xvfb', 'openbox', 'dbus', 'at-spi2-core', 'xdotool'],
    'No Orca is installed and none could be: no task is told to a screen reader.',
  );

const vitest = (...projects) => ['npx', ['vitest', 'run', ...projects.flatMap((name) => ['--project', name])]];
const parts = [
  ['node', ['src/server/cli/build.mjs']],
  ...(isLong ? [] : [vitest('unit', 'components', 'early', 'server')]),
  ...(withBrowser ? [isLong ? vitest('design', 'long') : vitest('journeys')] : []),
];
// A failed build leaves nothing to test; after any other failure the rest still has something to say.
const [[builder, steps], ...tests] = parts;
const built = run(builder, steps);
const results = built ? tests.map(([command, args]) => run(command, args)) : [false];

for (const sentence of untested) process.stdout.write(`${sentence}\n`);
process.exitCode = results.every(Boolean) ? 0 : 1;
