import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { startSurroundings } from './surroundings.ts';

// All that the README's first hour needs, on this machine and without an account anywhere, until it is stopped by Ctrl+C.

const processes = [4101, 4102].map((port) => `http://127.0.0.1:${port}`);
const frontPort = 4443;

const folder = mkdtempSync(join(tmpdir(), 'billing-first-hour-'));
const postgres = await startPostgres();
const surroundings = await startSurroundings(folder, processes, frontPort);
const { environment } = surroundings;
const databaseUrl = postgres && (await createDatabase(postgres.url));
const settings = { ...environment, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };

const file = join(folder, 'settings.sh');
writeFileSync(
  file,
  Object.entries(settings)
    .map(([name, value]) => `export ${name}='${value}'\n`)
    .join(''),
  { mode: 0o600 },
);
process.stdout.write(
  [
    `The settings: . ${file}`,
    ...(databaseUrl === null ? ['PostgreSQL is not installed here; set DATABASE_URL to an empty database.'] : []),
    `The platform, once its processes listen on 4101 and 4102: ${environment['PUBLIC_ORIGIN'] ?? ''}`,
    'The certificate is of this run alone, so a browser asks before it goes there. The provider takes any address and',
    'password, and vouches for all addresses but those that end in @unverified.example. Card: 4242 4242 4242 4242.',
    '',
  ].join('\n'),
);

async function stop(): Promise<void> {
  await surroundings.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
