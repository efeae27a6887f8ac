import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { chromiumPath } from '#tests/support/browser.ts';

export interface OrcaSession {
  readonly browser: Browser;
  /** Presses a key by its X11 name: Tab, Return, space, Down, KP_Add. */
  press(key: string): void;
  type(text: string): void;
  /** In browse mode, arrow keys move Orca's reading cursor. In focus mode, arrow keys reach the focused control. */
  setMode(mode: 'Browse' | 'Focus'): void;
  /** Waits for silence and returns the speech since the last call. While `isEnough` returns false, waits longer, up to a time limit. */
  heard(isEnough?: (said: readonly string[]) => boolean): Promise<string[]>;
  stop(): Promise<void>;
}

const needed = { orca: 'orca', Xvfb: 'xvfb', openbox: 'openbox', 'dbus-daemon': 'dbus', xdotool: 'xdotool' } as const;

const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;

export const missingPackages = (): string[] => [
  ...Object.entries(needed).flatMap(([program, name]) => (isThere(program) ? [] : [name])),
  ...(existsSync('/usr/libexec/at-spi-bus-launcher') ? [] : ['at-spi2-core']),
  // Requires full Chromium: a headless shell has no window that Orca could read.
  ...(chromiumPath() === undefined ? ['chromium'] : []),
];

/** Returns the packages that are still missing. */
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

const startMs = 90_000;

/** @throws {Error} naming the program `what` if this takes too long */
async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + startMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not start within ${startMs / 1000} s`);
    await wait(50);
  }
}

const endMs = 10_000;
/**
 * Window manager settings that define no shortcuts. The default settings of openbox capture Shift+Alt+arrows, which are Orca's table keys.
 */
const withoutShortcuts = `<openbox_config xmlns="http://openbox.org/3.4/rc">
  <keyboard/>
  <desktops><number>1</number></desktops>
</openbox_config>
`;
/** Silence in milliseconds after which Orca counts as finished. On a busy machine, Orca pauses between words. */
const silenceMs = 900;
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

  // Xvfb chooses a free display number and prints it when ready.
  environment['DISPLAY'] = `:${await startAndAsk('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'])}`;
  environment['DBUS_SESSION_BUS_ADDRESS'] = await startAndAsk('dbus-daemon', ['--session', '--print-address', '--nofork']);
  const windowManagerSettings = join(home, 'openbox.xml');
  writeFileSync(windowManagerSettings, withoutShortcuts);
  start('openbox', ['--config-file', windowManagerSettings]);
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
      // Finds the current mode: a new page is in browse mode, and Orca announces every later change of the mode.
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
        // Kills a program that does not end in time. Orca, for example, can wait forever for a process that has already ended.
        const end = setTimeout(() => child.kill('SIGKILL'), endMs);
        await once(child, 'exit');
        clearTimeout(end);
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
