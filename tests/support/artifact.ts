import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const shipped = ['package.json', 'package-lock.json', '.npmrc', 'dist'];

export interface Artifact {
  readonly folder: string;
  readonly server: string;
  readonly command: string;
  readonly clear: () => void;
}

export const runFile = promisify(execFile);

/** Runs npm with the inherited environment, because a registry may need certificates or another address. */
export const runNpm = (folder: string, ...words: string[]) =>
  runFile('npm', [...words, '--prefer-offline', '--no-audit'], { cwd: folder, env: process.env, timeout: 240_000, maxBuffer: 1e8 });

/** Folder with initial data folders. Only the embedded database uses them. */
const startImages = join('dist', 'start-images');

/** Makes the deployable program. `production`: only the contents of the image, without the embedded database. */
export async function makeArtifact(parts: 'all' | 'production' = 'all'): Promise<Artifact> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-artifact-'));
  const isShipped = (path: string): boolean => parts === 'all' || path !== startImages;
  for (const name of shipped) if (existsSync(name)) cpSync(name, join(folder, name), { recursive: true, filter: isShipped });
  await runNpm(folder, 'ci', '--omit=dev', ...(parts === 'production' ? ['--omit=optional'] : []));
  return {
    folder,
    server: join(folder, 'dist/server/main.js'),
    command: join(folder, 'dist/server/billing.js'),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
