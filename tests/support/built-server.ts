import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { programEnvironment } from './program-environment.ts';
import { secretsIn } from './secrets.ts';

export interface BuiltServer {
  readonly origin: string;
  printed(): string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function ready(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server was not ready in time:\n${output()}`);
}

/**
 * Starts the built server with a new data folder, as in the README. Its time zone differs from the browsers' time zone, so that tests
 * detect dates that depend on it.
 */
export async function startBuiltServer(
  environment: Readonly<Record<string, string>> = {},
  script = 'dist/server/main.js',
): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-journey-'));
  const port = await freePort();
  let origin = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess;
  const launch = async (): Promise<void> => {
    child = spawn(process.execPath, [script], {
      env: programEnvironment({ TZ: 'America/New_York', PORT: String(port), DATA_DIR: folder, ...environment }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    await ready(origin, child, () => output);
    origin = /^Ready: (\S+)$/m.exec(output)?.[1] ?? origin;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  await launch();
  return {
    get origin() {
      return origin;
    },
    printed: () => output,
    kill: () => end('SIGKILL'),
    restart: launch,
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
      const leakedSecrets = secretsIn(output.split('\n'));
      if (leakedSecrets.length > 0) throw new Error(`The program tells secrets: ${leakedSecrets.join('; ')}`);
    },
  };
}
