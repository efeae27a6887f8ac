import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder as lockGateway } from '#sandbox/store/folder-lock.ts';
import { lockFolder } from '#server/database/folder-lock.ts';

function processInfo(pid: number): { state: string; started: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

describe.skipIf(!existsSync('/proc/self/stat'))('an owner whose parent never asks how it ended', () => {
  let folder: string;
  let parent: ChildProcess;
  let pid: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billing-ended-'));
    // The shell replaces itself with `cat`, which does not reap children, so the ended child stays a zombie process.
    parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
    const [input, output, , inputOfChild] = parent.stdio as unknown as [Writable, Readable, null, Writable];
    const said = () => new Promise<string>((resolve) => output.once('data', (text) => resolve(String(text))));
    pid = Number(await said());
    input.write('again');
    await said();
    inputOfChild.end();
    await expect.poll(() => processInfo(pid).state).toBe('Z');
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => parent.once('exit', resolve));
    parent.stdin?.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds no data folder', () => {
    const lock = join(folder, 'lock');
    writeFileSync(lock, JSON.stringify({ pid, started: processInfo(pid).started }));
    const unlock = lockFolder(folder);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
    expect(existsSync(lock)).toBe(false);
  });

  it("holds no log of the sandbox gateway's", async () => {
    const lock = join(folder, 'lock');
    writeFileSync(lock, String(pid));
    const unlock = await lockGateway(lock);
    expect(readFileSync(lock, 'utf8')).toBe(String(process.pid));
    await unlock();
  });

  it('is told from one that lives', async () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: parent.pid, started: processInfo(parent.pid ?? 0).started }));
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${parent.pid};`);
    writeFileSync(join(folder, 'lock'), String(parent.pid));
    await expect(lockGateway(join(folder, 'lock'))).rejects.toThrow(`in use by process ${parent.pid} `);
  });
});
