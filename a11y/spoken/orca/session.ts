import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { chromiumPath } from '#tests/support/browser.ts';

/** A desktop without a screen, on which Orca reads Chromium out into a file. */
export interface OrcaSession {
  readonly browser: Browser;
  /** Presses a key of the keyboard, in the names of X: Tab, Return, space, Down, KP_Add. */
  press(key: string): void;
  type(text: string): void;
  /** Gives the arrow keys to the reading of the page, or to the control that has the focus. */
  setMode(mode: 'Browse' | 'Focus'): void;
  /**
   * What was said since the last call, once Orca has been silent for a while.
   * @param isEnough what is waited for longer, where the machine is slow
   */
  heard(isEnough?: (said: readonly string[]) => boolean): Promise<string[]>;
  stop(): Promise<void>;
}

/** Debian's packages, each with a program that it brings. */
const needed = { orca: 'orca', Xvfb: 'xvfb', openbox: 'openbox', 'dbus-daemon': 'dbus', xdotool: 'xdotool' } as const;

const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Packages that are missing here, by name. */
export const missingPackages = (): string[] => [
  ...Object.entries(needed).flatMap(([program, name]) => (isThere(program) ? [] : [name])),
  ...(existsSync('/usr/libexec/at-spi-bus-launcher') ? [] : ['at-spi2-core']),
  // With windows: a shell without them has nothing to read.
  ...(chromiumPath() === undefined ? ['chromium'] : []),
];

/** Installs what is missing, where that is allowed; returns what still is. */
export function installMissing(): string[] {
  const missing = missingPackages();
  if (missing.length === 0) return [];
  const elevated = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const [command = '', ...rest] = [...elevated, 'apt-get', '-qq', ...args];
    spawnSync(command, rest, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  return missingPackages();
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How long a program of the desktop may take to start. */
const startMs = 90_000;

/** @throws when it isn't so in time, by name */
async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + startMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not start within ${startMs / 1000} s`);
    await wait(50);
  }
}

/** How long a program may take to end. */
const endMs = 10_000;
/** How long Orca must have been silent. Under load it thinks before it goes on. */
const silenceMs = 900;
/** How long words are waited for that have to come. */
const patienceMs = 8000;

export async function startOrca(): Promise<OrcaSession> {
  const home = mkdtempSync(join(tmpdir(), 'orca-'));
  const speech = join(home, 'speech.txt');
  const settings = join(home, '.local/share/orca');
  mkdirSync(settings, { recursive: true });
  copyFileSync(fileURLToPath(new URL('orca-customizations.py', import.meta.url)), join(settings, 'orca-customizations.py'));
  writeFileSync(speech, '');
  const started: ChildProcess[] = [];
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ORCA_SPEECH_FILE: speech,
    LANG: 'C.UTF-8',
    NO_AT_BRIDGE: '0',
  };
  const start = (program: string, args: readonly string[], output: 'ignore' | 'pipe' = 'ignore'): ChildProcess => {
    const child = spawn(program, args, { env: environment, stdio: ['ignore', output, 'ignore'] });
    started.push(child);
    return child;
  };
  /** Starts a program whose first words say where it can be found. */
  const startAndAsk = async (program: string, args: readonly string[]): Promise<string> => {
    const { stdout } = start(program, args, 'pipe');
    if (!stdout) throw new Error(`${program} has no output`);
    const [said] = (await once(stdout, 'data', { signal: AbortSignal.timeout(startMs) })) as [Buffer];
    stdout.resume();
    return said.toString().trim();
  };
  const isOnBus = (name: string): boolean =>
    spawnSync(
      'dbus-send',
      [
        '--session',
        '--print-reply',
        '--dest=org.freedesktop.DBus',
        '/org/freedesktop/DBus',
        'org.freedesktop.DBus.NameHasOwner',
        `string:${name}`,
      ],
      { env: environment, encoding: 'utf8' },
    ).stdout.includes('boolean true');
  const spoken = (): string[] => readFileSync(speech, 'utf8').split('\n').filter(Boolean);

  // It takes a number that is free, and says which once it is ready.
  environment['DISPLAY'] = `:${await startAndAsk('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'])}`;
  environment['DBUS_SESSION_BUS_ADDRESS'] = await startAndAsk('dbus-daemon', ['--session', '--print-address', '--nofork']);
  start('openbox', []);
  start('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately', '--a11y=1', '--screen-reader=1']);
  await until(() => isOnBus('org.a11y.Bus'), 'The accessibility bus');
  start('orca', ['--replace', '--disable', 'braille']);
  await until(() => spoken().length > 0, 'Orca');
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    headless: false,
    ...(executablePath && { executablePath }),
    env: environment,
    args: [
      '--no-sandbox',
      '--force-renderer-accessibility',
      '--disable-gpu',
      '--no-first-run',
      '--window-position=0,0',
      '--window-size=1280,1000',
    ],
  });
  let read = 0;
  const xdotool = (...args: string[]): void => void spawnSync('xdotool', args, { env: environment });
  /** Until nothing more is said. */
  const silence = async (): Promise<number> => {
    let count = -1;
    while (spoken().length !== count) {
      count = spoken().length;
      await wait(silenceMs);
    }
    return count;
  };
  return {
    browser,
    press: (key) => xdotool('key', '--clearmodifiers', key),
    type: (text) => xdotool('type', '--delay', '40', text),
    setMode(mode) {
      // Every page begins in browse mode, and does not say so.
      const said = spoken().findLast((line) => /^(Focus mode|Browse mode|Finished loading)/.test(line)) ?? '';
      if ((said === 'Focus mode') !== (mode === 'Focus')) xdotool('key', 'Insert+a');
    },
    async heard(isEnough = () => true) {
      const deadline = Date.now() + patienceMs;
      let count = await silence();
      while (!isEnough(spoken().slice(read)) && Date.now() < deadline) count = await silence();
      const said = spoken().slice(read, count);
      read = count;
      return said;
    },
    async stop() {
      await browser.close();
      for (const child of started.toReversed()) {
        if (!child.kill('SIGTERM')) continue;
        // Orca at times waits for ever for an answer of what is gone.
        const end = setTimeout(() => child.kill('SIGKILL'), endMs);
        await once(child, 'exit');
        clearTimeout(end);
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
