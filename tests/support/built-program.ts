import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from './free-port.ts';
import { programEnvironment } from './program-environment.ts';
import { roomyLimits } from './roomy-limits.ts';
import { secretsIn } from './secrets.ts';

const program = 'dist/server/main.js';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function launch(
  environment: Readonly<Record<string, string>>,
  [script, ...words]: readonly [string, ...string[]],
  node = process.execPath,
): ChildProcess {
  if (!existsSync(script)) throw new Error(`${script} is missing; build first: npm run build`);
  return spawn(node, [script, ...words], {
    env: programEnvironment({ ...roomyLimits, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @param answersSecret true if the output may contain a secret, because the command creates one */
function ending(child: ChildProcess, answersSecret = false): Promise<Ended> {
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  return new Promise((resolve, reject) =>
    child.once('close', (code) => {
      const leakedSecrets = secretsIn(`${answersSecret ? '' : output}\n${errors}`.split('\n'));
      if (leakedSecrets.length > 0) reject(new Error(`The program tells secrets: ${leakedSecrets.join('; ')}`));
      else resolve({ code, output, errors });
    }),
  );
}

export const runToEnd = (environment: Readonly<Record<string, string>>, command = 'serve'): Promise<Ended> =>
  ending(launch(environment, [program, command]));

export const runScript = (
  environment: Readonly<Record<string, string>>,
  script: readonly [string, ...string[]],
  answersSecret = false,
): Promise<Ended> => ending(launch(environment, script), answersSecret);

export function beginScript(environment: Readonly<Record<string, string>>, script: readonly [string, ...string[]]) {
  const child = launch(environment, script);
  const ended = ending(child);
  return {
    ended,
    end: (signal: NodeJS.Signals): Promise<Ended> => {
      child.kill(signal);
      return ended;
    },
  };
}

export interface RunningProgram {
  readonly origin: string;
  readonly pid: number;
  readonly said: () => string;
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

/** Starts the built program, or another server script, and waits until it is ready. @param node another Node version */
export async function startProgram(
  environment: Readonly<Record<string, string>>,
  script: readonly [string, ...string[]] = [program, 'serve'],
  node?: string,
): Promise<RunningProgram> {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const origin = `http://127.0.0.1:${port}`;
  const child = launch({ PORT: String(port), ...environment }, script, node);
  const ended = ending(child);
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The program ended: ${(await ended).errors}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    origin,
    pid: child.pid ?? 0,
    said: () => said,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
