import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

// Creates a folder with a short path, because the path of PostgreSQL's socket is limited to 107 characters.
const home = mkdtempSync('/tmp/end-');
chmodSync(home, 0o755);
afterAll(() => rmSync(home, { recursive: true, force: true }));

let runs = 0;

interface Run {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly said: () => string;
}

function begin(...words: string[]): Run {
  runs += 1;
  const folder = mkdtempSync(join(home, `${runs}-`));
  // Lets every user write, as in /tmp, because PostgreSQL runs as a different user.
  chmodSync(folder, 0o1777);
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/first-hour/cli.ts', ...words], {
    env: { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += String(part)));
  return { child, folder, said: () => text };
}

const processesIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .flatMap((id) => {
      try {
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(`${folder}/`) ? [line] : [];
      } catch {
        return [];
      }
    });

const ended = async ({ child, said }: Run): Promise<{ code: number | null; text: string }> => {
  const [code] = child.exitCode === null && child.signalCode === null ? ((await once(child, 'exit')) as [number | null]) : [child.exitCode];
  return { code, text: said() };
};

/** @param kept a pattern of folders that may remain, such as the compiler's cache or folders that a killed process could not delete */
const nothingLeft = ({ folder }: Run, kept = /^(tsx|node)-/): Promise<void> =>
  vi.waitFor(() => expect([processesIn(folder), readdirSync(folder).filter((name) => !kept.test(name))]).toEqual([[], []]), {
    timeout: 30_000,
  });

const patience = { timeout: 60_000, interval: 20 };
const started = (run: Run): Promise<void> => vi.waitFor(() => expect(run.said()).toContain('The settings: '), patience);
const auto = ['--front', 'auto', '--ports', 'auto'];

describe.skipIf(inject('postgresUrl') === null || process.platform !== 'linux')('the end of the first hour', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'leaves nothing after %s',
    async (signal) => {
      const run = begin(...auto);
      await started(run);
      expect(processesIn(run.folder).length).toBeGreaterThan(0);
      run.child.kill(signal);
      const { code } = await ended(run);
      expect(code).toBe(signal === 'SIGKILL' ? null : 0);
      await nothingLeft(run, signal === 'SIGKILL' ? /^(billing-first-hour|tsx|node)-/ : undefined);
    },
    120_000,
  );

  it('leaves nothing if it ends while PostgreSQL starts', async () => {
    const run = begin(...auto);
    await vi.waitFor(() => expect(processesIn(run.folder).length).toBeGreaterThan(0), patience);
    run.child.kill('SIGTERM');
    expect((await ended(run)).code).toBe(0);
    await nothingLeft(run);
  }, 120_000);

  it('leaves nothing if a port is taken after it was probed', async () => {
    const port = await freePort();
    const run = begin('--front', String(port), '--ports', 'auto');
    await vi.waitFor(() => expect(processesIn(run.folder).length).toBeGreaterThan(0), patience);
    const taker = createServer().listen(port, '127.0.0.1');
    const { code, text } = await ended(run);
    taker.close();
    expect([code, text]).toEqual([1, expect.stringMatching(/EADDRINUSE/)]);
    await nothingLeft(run);
  }, 120_000);
});
