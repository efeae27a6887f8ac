import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { browserPath } from '#tests/support/browser-path.mjs';
import { postgresPrograms } from '#tests/support/programs.mjs';

// Checks the programs that the tests use. Installs missing programs on Debian and its derivatives.

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;

const isRoot = process.getuid?.() === 0;
/** Command prefix that installs packages. Users other than root need sudo without a password. */
const elevated = isRoot ? [] : ['sudo', '-n'];
const asRoot = (...words: string[]): boolean => {
  const [command = '', ...args] = [...elevated, ...words];
  return succeeds(command, args);
};

const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).error === undefined;

let listsAreFresh = false;
function install(names: readonly string[]): boolean {
  if (!hasApt) return false;
  process.stdout.write(`Installing ${names.join(', ')} ...\n`);
  listsAreFresh ||= asRoot('apt-get', '-qq', 'update');
  return asRoot('apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...names);
}

interface Need {
  readonly isThere: () => boolean;
  readonly packages: readonly string[];
  readonly sentence: string;
}

const hasProgram = (name: string): boolean => spawnSync('which', [name], { stdio: 'ignore' }).status === 0;
const hasPostfix = (): boolean => existsSync('/usr/sbin/postfix');

/** Debian packages for monitoring. Each package has the name of its program. */
const monitoringPrograms = ['prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter', 'prometheus-alertmanager'];

const browser: Need = {
  isThere: () => browserPath() !== undefined,
  packages: ['chromium'],
  sentence: 'No chromium is installed and none could be: the browser journeys are untested.',
};

const shortNeeds: readonly Need[] = [
  {
    isThere: () => Boolean(process.env['TEST_DATABASE_URL']) || postgresPrograms() !== null,
    packages: ['postgresql'],
    sentence: 'No PostgreSQL 15 or newer is installed and none could be: the platform is tested on the embedded database only.',
  },
  {
    isThere: () => spawnSync('pdfinfo', ['-v'], { stdio: 'ignore' }).error === undefined,
    packages: ['poppler-utils'],
    sentence: 'No pdfinfo is installed and none could be: the structure of invoices is not read back by another program.',
  },
  {
    isThere: () => hasProgram('promtool'),
    packages: ['prometheus'],
    sentence: 'No promtool is installed and none could be: no alert is shown to fire and to stay silent.',
  },
];

const longNeeds: readonly Need[] = [
  {
    isThere: () => ['chromium', 'orca', 'Xvfb', 'openbox', 'dbus-daemon', 'xdotool'].every(hasProgram),
    packages: ['chromium', 'orca', 'xvfb', 'openbox', 'dbus', 'at-spi2-core', 'xdotool'],
    sentence: 'No Orca is installed and none could be: no task is told to a screen reader.',
  },
  {
    isThere: () => ['pgbouncer', 'haproxy'].every((name) => existsSync(`/usr/sbin/${name}`)),
    packages: ['pgbouncer', 'haproxy'],
    sentence: 'No PgBouncer and HAProxy are installed and none could be: two processes are not tested behind them.',
  },
  {
    // Patroni's etcd client needs idna for TLS.
    isThere: () => ['patroni', 'etcd', 'setpriv'].every(hasProgram) && existsSync('/usr/lib/python3/dist-packages/idna'),
    packages: ['patroni', 'etcd-server', 'python3-etcd', 'python3-idna', 'haproxy', 'iproute2'],
    sentence: 'No Patroni and etcd are installed and none could be: no leader of the database fails in the tests.',
  },
  {
    isThere: () => monitoringPrograms.every(hasProgram),
    packages: monitoringPrograms,
    sentence: 'No Prometheus and exporters are installed and none could be: the platform is not scraped by its deployed files.',
  },
  {
    isThere: () => ['hledger', 'ledger', 'bean-check'].every(hasProgram),
    packages: ['hledger', 'ledger', 'beancount'],
    sentence: 'No hledger, ledger and beancount are installed and none could be: no other program reads the journals of statements.',
  },
  {
    isThere: () => hasPostfix() || !isRoot,
    packages: ['postfix'],
    sentence: 'No postfix is installed and none could be: emails are sent to a mail server of npm only.',
  },
];

/** Preconfigures postfix's package, so that its installation does not prompt. */
const answerPostfix = (): boolean =>
  succeeds('sh', [
    '-c',
    `echo 'postfix postfix/main_mailer_type select No configuration' | ${[...elevated, 'debconf-set-selections'].join(' ')}`,
  ]);

export interface MetNeeds {
  readonly withBrowser: boolean;
  readonly untested: readonly string[];
}

export function meetNeeds(isLong: boolean): MetNeeds {
  // Installs the headless shell, which opens a page in a third of the time. If this fails, tests use the full browser.
  if (!process.env['CHROMIUM_PATH'] && !existsSync('/usr/bin/chromium-headless-shell')) install(['chromium-headless-shell']);
  if (isLong && isRoot && !hasPostfix()) answerPostfix();
  const needs = [browser, ...shortNeeds, ...(isLong ? longNeeds : [])];
  const unmet = needs.filter(({ isThere, packages }) => !isThere() && !(install(packages) && isThere()));
  const untested = unmet.map(({ sentence }) => sentence);
  if (isLong && !isRoot)
    untested.push('Postfix starts as root only, and this is another user: emails are sent to a mail server of npm only.');
  return { withBrowser: !unmet.includes(browser), untested };
}
