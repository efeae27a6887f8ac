import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath } from './browser-path.mjs';
import { hasOtherNodes, otherNode, withNode } from './other-node.mjs';
import { postgresPrograms } from './programs.mjs';

// The tests; with the word `unit` those that need no server and no browser; with `long` those that go through every screen, task, card
// and planted fault or wait long for what fails on the way, and the rest of the server's on PostgreSQL. It first sees to what they need: a browser, a PostgreSQL, a build. The
// parts run one after the other, so that none takes time from another. With `--node 24` the parts without a browser run on that Node.

const {
  positionals: [set],
  values: { node: wantedNode },
} = parseArgs({ allowPositionals: true, options: { node: { type: 'string' } } });
const isLong = set === 'long';
const isUnit = set === 'unit';

const gigabyte = 2 ** 30;
const inMemory = '/dev/shm';

/**
 * Hundreds of data folders with a thousand small files each, PostgreSQL's databases and browser profiles: a disk keeps the tests waiting
 * for them, so they lie in memory where Linux offers it and there is plenty.
 */
function useMemoryFolder() {
  const needed = (isLong ? 8 : 4) * gigabyte;
  if (process.env.TMPDIR || !existsSync(inMemory) || freemem() < needed) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < needed) return;
  for (const name of readdirSync(inMemory)) {
    const ofRun = /^billing-tests-(\d+)-/.exec(name)?.[1];
    // A run that was broken off leaves its folder behind.
    if (ofRun && !existsSync(`/proc/${ofRun}`)) rmSync(join(inMemory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(inMemory, `billing-tests-${process.pid}-`));
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
useMemoryFolder();

/** @param node the Node that runs them, and whatever they start */
const vitest = (projects, files = [], env = {}, node = wantedNode ? otherNode(wantedNode) : process.execPath) => [
  node,
  ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((name) => ['--project', name]), ...files],
  { env: { ...withNode(node), ...env } },
];

const run = (command, args, options = {}) => spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0;

if (isUnit) {
  const [command, args, options] = vitest(['unit', 'components', 'early']);
  process.exit(run(command, args, options) ? 0 : 1);
}

const quietly = (command, args) => run(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

/** Root needs nobody's leave; others may have been given it without a password. */
const elevated = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const apt = (...args) => {
  const [command, ...rest] = [...elevated, 'apt-get', '-qq', ...args];
  return quietly(command, rest);
};

const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).error === undefined;

let listsAreFresh = false;
function install(...names) {
  if (!hasApt) return false;
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
const withBrowser = need(
  () => browserPath() !== undefined,
  'chromium',
  'No chromium is installed and none could be: the browser journeys are untested.',
);
need(
  () => Boolean(process.env.TEST_DATABASE_URL) || postgresPrograms() !== null,
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

if (isLong)
  need(
    () => ['pgbouncer', 'haproxy'].every((name) => existsSync(`/usr/sbin/${name}`)),
    ['pgbouncer', 'haproxy'],
    'No PgBouncer and HAProxy are installed and none could be: two processes are not tested behind them.',
  );

if (isLong)
  need(
    () => ['patroni', 'etcd', 'setpriv'].every(hasProgram),
    ['patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'iproute2'],
    'No Patroni and etcd are installed and none could be: no leader of the database fails in the tests.',
  );

/** Without an answer to what it asks it would set up a mail server for this machine. */
const setsUpNoMail = () =>
  quietly('sh', [
    '-c',
    `echo 'postfix postfix/main_mailer_type select No configuration' | ${[...elevated, 'debconf-set-selections'].join(' ')}`,
  ]);
const hasPostfix = () => existsSync('/usr/sbin/postfix');
const isRoot = process.getuid?.() === 0;
if (isLong && isRoot && !hasPostfix()) setsUpNoMail();
if (isLong)
  need(() => hasPostfix() || !isRoot, 'postfix', 'No postfix is installed and none could be: mails are sent to a mail server of npm only.');
if (isLong && !isRoot) untested.push('Postfix starts as root only, and this is another user: mails are sent to a mail server of npm only.');

/** Tests that the short set runs on the embedded database alone, and the long set on PostgreSQL. */
const ofPlatforms = readdirSync('tests/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `tests/server/${file}`)
  .filter((file) => /\bon(EachStore|EachBillingStore|MoneyPlatform)\(/.test(readFileSync(file, 'utf8')));

/** What leans on Node itself: sockets, streams, fetch, crypto, zlib. */
const sliceOfServer = [
  'webhooks/sending',
  'webhooks/endpoints',
  'headers',
  'openid',
  'traces',
  'invoices.test',
  'erasure/',
  'admin/keys',
  'money/top-up',
].map((name) => `tests/server/${name}`);

/** What could differ on the Nodes that are deployed, in about a minute; all of it is `npm test -- --node 24`. */
function onOtherNodes() {
  if (wantedNode) return [];
  try {
    if (!hasOtherNodes) throw new Error('for Linux on x64 alone');
    return [vitest(['unit'], [], {}, otherNode(24)), vitest(['server'], sliceOfServer, {}, otherNode(22))];
  } catch (error) {
    untested.push(`Node 22 and 24 could not be had from npm (${error.message}): the tests ran on this Node only.`);
    return [];
  }
}

const parts = [
  ['node', ['src/server/cli/build.mjs']],
  ...(isLong
    ? [
        vitest(['server', 'server-long'], ofPlatforms, { TEST_STORES: 'rest' }),
        vitest(['server-long']),
        // The same histories each time, in about a minute; new ones are `npm run reliability -- --only histories,engine-histories`.
        vitest(['unit'], ['src/server/domain/histories.property.test.ts'], {
          RELIABILITY_ENGINE_HISTORIES: '40000',
          RELIABILITY_SEED: '20260101',
        }),
        ...onOtherNodes(),
      ]
    : [vitest(['unit', 'components', 'early', 'server'])]),
  ...(withBrowser && !wantedNode ? [isLong ? vitest(['design', 'long']) : vitest(['journeys'])] : []),
];
// A failed build leaves nothing to test; after any other failure the rest still has something to say.
const [[builder, steps], ...tests] = parts;
const built = run(builder, steps);

const shownFiles = 8;

/** The files that took longest by the report of a run, so that people who make the tests quicker know where to begin. */
function slowestFiles(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  return testResults
    .toSorted((one, other) => seconds(other) - seconds(one))
    .slice(0, shownFiles)
    .map((file) => `${seconds(file).toFixed(0)} s ${relative('.', file.name)}`);
}

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
const unsteady = [];

/** Tests that failed, were run again at once and passed, each with what it said first: a race to be found, of the tests or of ours. */
function passedOnRetry(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${relative('.', name)}: ${fullName}\n${failureMessages[0]}`),
  );
}

/** The files with a failed test, by the report of a run; null where it wrote none. */
function failedFiles(report) {
  if (!existsSync(report)) return null;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));
}

/** Files that fail run once more, alone: what is broken fails twice. What passes then is named at the end. */
function runTests([command, args, options], index) {
  const report = join(reports, `${index}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const started = Date.now();
  const passed = run(command, [...args, ...reporters], options);
  process.stdout.write(
    `Part ${index + 1}: ${((Date.now() - started) / 1000).toFixed(0)} s, most of it in ${slowestFiles(report).join(', ')}\n`,
  );
  for (const story of passedOnRetry(report)) process.stdout.write(`Passed at the second try: ${story}\n`);
  if (passed) return true;
  const failed = failedFiles(report);
  if (!failed?.length || failed.length > 3) return false;
  process.stdout.write(`Once more, alone: ${failed.join(', ')}\n`);
  const projects = args.filter((_, place) => place < 2 || args[place] === '--project' || args[place - 1] === '--project');
  if (!run(command, [...projects, ...failed], options)) return false;
  unsteady.push(...failed);
  return true;
}

const results = built ? tests.map(runTests) : [false];
rmSync(reports, { recursive: true });
if (unsteady.length > 0) process.stdout.write(`Failed once and passed once: ${unsteady.join(', ')}\n`);

for (const sentence of untested) process.stdout.write(`${sentence}\n`);
process.exitCode = results.every(Boolean) ? 0 : 1;
