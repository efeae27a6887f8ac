import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '#server/cli/build-client.ts';

const run = promisify(execFile);

export interface InstalledClient {
  readonly folder: string;
  readonly bytes: number;
  /** Runs a module in the project and returns its output. @throws if the module fails */
  readonly runModule: (source: string, environment: Readonly<Record<string, string>>) => Promise<string>;
  readonly startModule: (source: string, environment: Readonly<Record<string, string>>) => ReturnType<typeof spawn>;
  readonly remove: () => void;
}

/** Packs the client and installs it into a new project, without a network. */
export async function installClient(): Promise<InstalledClient> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-client-user-'));
  const tarball = await packClient(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  let count = 0;
  const write = (source: string): string => {
    const file = join(folder, `module-${(count += 1)}.mjs`);
    writeFileSync(file, source);
    return file;
  };
  const environmentOf = (more: Readonly<Record<string, string>>) => ({ PATH: process.env['PATH'] ?? '', ...more });
  return {
    folder,
    bytes: statSync(tarball).size,
    runModule: async (source, environment) =>
      (await run(process.execPath, [write(source)], { cwd: folder, env: environmentOf(environment), timeout: 60_000 })).stdout,
    startModule: (source, environment) =>
      spawn(process.execPath, [write(source)], { cwd: folder, env: environmentOf(environment), stdio: ['pipe', 'pipe', 'pipe'] }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
