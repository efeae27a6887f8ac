import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopWithParent } from '#server/cli/stop-with-parent.mjs';
import { freePort, isFreePort } from '#tests/support/free-port.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { portsIn } from './ports.ts';
import { startSurroundings } from './surroundings.ts';

// Starts everything for the README's first hour on this machine, without accounts, until Ctrl+C.

const started: (() => unknown)[] = [];

const report = (error: unknown): void => void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

async function stop(): Promise<void> {
  for (const end of started.splice(0).reverse())
    try {
      await end();
    } catch (error) {
      report(error);
    }
}

let isOver = false;
const refuseIfOver = (): void => {
  if (isOver) throw new Error('Ended before everything was started.');
};

async function start(): Promise<string> {
  const { processPorts, frontPort } = await portsIn(process.argv.slice(2), { isFreePort, freePort });
  const folder = mkdtempSync(join(tmpdir(), 'billing-first-hour-'));
  started.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  if (postgres) started.push(postgres.stop);
  refuseIfOver();
  const surroundings = await startSurroundings(
    folder,
    processPorts.map((port) => `http://127.0.0.1:${port}`),
    frontPort,
  );
  started.push(surroundings.stop);
  refuseIfOver();
  const { environment } = surroundings;
  const databaseUrl = postgres && (await createDatabase(postgres.url));
  const settings = { ...environment, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const file = join(folder, 'settings.sh');
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(file, exports.join(''), { mode: 0o600 });
  return [
    `The settings: . ${file}`,
    ...(databaseUrl === null ? ['PostgreSQL is not installed here; set DATABASE_URL to an empty database.'] : []),
    `The platform, once its processes listen on ${processPorts.join(' and ')}: ${environment['PUBLIC_ORIGIN'] ?? ''}`,
    'The certificate is of this run alone, so a browser asks before it goes there. The provider takes any address and',
    'password, and vouches for all addresses but those that end in @unverified.example. Card: 4242 4242 4242 4242.',
    '',
  ].join('\n');
}

stopWithParent();
/** Resolves with null at a signal, or with the error of an unhandled rejection or exception. */
const end = new Promise<unknown>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(null));
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) process.on(fault, resolve);
});
const starting = start().then(
  (text) => void process.stdout.write(text),
  (error: unknown) => error,
);
const early = await Promise.race([end, starting]);
const error = early === undefined ? await end : early;
isOver = true;
// Waits until the current part has started, so that `stop` stops this part, too.
await starting;
await stop();
if (error !== null) report(error);
process.exit(error === null ? 0 : 1);
