import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isFreePort } from '#tests/support/free-port.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { portsIn } from './ports.ts';
import { startSurroundings } from './surroundings.ts';

// Starts everything for the README's first hour on this machine, without accounts, until Ctrl+C.

/** Cleanup functions, run last to first. */
const started: (() => unknown)[] = [];

async function stop(): Promise<void> {
  for (const end of started.splice(0).reverse()) await end();
}

async function start(): Promise<string> {
  const { processPorts, frontPort } = await portsIn(process.argv.slice(2), { isFreePort, freePort });
  const folder = mkdtempSync(join(tmpdir(), 'billing-first-hour-'));
  started.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  if (postgres) started.push(postgres.stop);
  const surroundings = await startSurroundings(
    folder,
    processPorts.map((port) => `http://127.0.0.1:${port}`),
    frontPort,
  );
  started.push(surroundings.stop);
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

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
try {
  process.stdout.write(await start());
} catch (error) {
  await stop();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
