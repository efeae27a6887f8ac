import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startProgram } from '#tests/support/built-program.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { median } from './figure.ts';

// Measures the duration of requests with four trace collectors: none, working, closed port, silent.
// After a build: npx tsx tests/bench/traces.ts [rounds]

const rounds = Number(parseArgs({ allowPositionals: true }).positionals[0] ?? 7);
const pagesInRound = 60;
const page = '/org/pro-payg/billing';

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let posts = 0;
const live = createServer((request, response) => {
  posts += 1;
  request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
});
const silent = createServer((request) => void request.resume());
const gone = createServer();
const dead = await listening(gone);
await new Promise((resolve) => gone.close(resolve));

const collectors: Readonly<Record<string, string | null>> = {
  'no traces': null,
  'a live collector': await listening(live),
  'nothing listens': dead,
  'a silent collector': await listening(silent),
};

const postgres = await startPostgres();
if (!postgres) throw new Error('No PostgreSQL is installed');
const databaseUrl = await createDatabase(postgres.url);
const folder = `${process.env['TMPDIR'] ?? '/tmp'}/billing-traces-${process.pid}`;
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder };

interface Times {
  readonly start: number[];
  readonly page: number[];
  readonly stop: number[];
}

async function measure(endpoint: string | null, times: Times): Promise<void> {
  const begun = performance.now();
  const program = await startProgram({ ...settings, ...(endpoint === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) });
  times.start.push(performance.now() - begun);
  const entered = await fetch(`${program.origin}/auth/sandbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"member":"owner"}',
  });
  const headers = { Cookie: (entered.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '' };
  for (let each = 0; each < pagesInRound; each += 1) {
    const startedAt = performance.now();
    const answer = await fetch(program.origin + page, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${page} answers ${answer.status}`);
    // Skips the first requests, which load and compile code.
    if (each >= 10) times.page.push(performance.now() - startedAt);
  }
  const ending = performance.now();
  await program.end('SIGTERM');
  times.stop.push(performance.now() - ending);
}

const results = Object.entries(collectors).map(([name, endpoint]) => ({
  name,
  endpoint,
  times: { start: [], page: [], stop: [] } as Times,
}));
await measure(null, { start: [], page: [], stop: [] });
for (let round = 0; round < rounds; round += 1)
  for (let place = 0; place < results.length; place += 1) {
    const { endpoint, times } = results[(place + round) % results.length] as (typeof results)[number];
    await measure(endpoint, times);
  }
process.stdout.write(`${rounds} rounds, ${pagesInRound} pages each; medians in ms; ${posts} posts taken\n`);
for (const { name, times } of results)
  process.stdout.write(
    `${name.padEnd(20)} start ${median(times.start).toFixed(0)}, page ${median(times.page).toFixed(1)}, stop ${median(times.stop).toFixed(0)}\n`,
  );
live.closeAllConnections();
silent.closeAllConnections();
await Promise.all([live, silent].map((server) => new Promise((resolve) => server.close(resolve))));
await postgres.stop();
