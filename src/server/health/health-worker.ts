import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import {
  aliveAnswer,
  mayReadFigures,
  notReady,
  readinessAnswer,
  silentAnswer,
  type HealthAnswer,
  type Readiness,
} from './health-answers.ts';
import type { HealthReport, HealthRequest, HealthThreadData } from './health-messages.ts';

// This thread responds to probes even if the main thread is blocked.

const { host, port, access, silentAfterMs } = workerData as HealthThreadData;

/** Milliseconds that a scrape waits for new metrics. After that, it receives the previous metrics. */
const figuresWithinMs = 50;

let heardAtMs: number | null = null;
let readiness: Readiness = notReady('starting');
let figures: Extract<HealthReport, { kind: 'figures' }> | null = null;
const waitingForFigures = new Set<() => void>();

const send = (request: HealthRequest): void => parentPort?.postMessage(request);

parentPort?.on('message', (report: HealthReport) => {
  heardAtMs = performance.now();
  if (report.kind === 'readiness') readiness = report.readiness;
  if (report.kind !== 'figures') return;
  figures = report;
  for (const done of waitingForFigures) done();
});

function freshFigures(): Promise<void> {
  send({ kind: 'figures' });
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      waitingForFigures.delete(done);
      resolve();
    };
    const timer = setTimeout(done, figuresWithinMs);
    waitingForFigures.add(done);
  });
}

function answer(response: ServerResponse, { status, body }: HealthAnswer): void {
  const retry = status === 503 ? { 'Retry-After': '1' } : {};
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...retry });
  response.end(JSON.stringify(body));
}

const notFound: HealthAnswer = { status: 404, body: { message: 'Page not found', code: 'not_found' } };

async function answerFigures(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  if (!mayReadFigures(access, token)) return answer(response, notFound);
  const silent = silentAnswer({ heardAtMs }, performance.now(), silentAfterMs);
  if (silent) return answer(response, silent);
  await freshFigures();
  if (!figures) return answer(response, readinessAnswer(notReady('starting')));
  response.writeHead(200, { 'Content-Type': figures.contentType, 'Cache-Control': 'no-store' }).end(figures.text);
}

const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?', 1)[0];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const silent = silentAnswer({ heardAtMs }, performance.now(), silentAfterMs);
  if (!isRead) answer(response, { status: 405, body: { message: 'This address answers GET, HEAD', code: 'method_not_allowed' } });
  else if (path === '/healthz') answer(response, silent ?? aliveAnswer);
  else if (path === '/readyz') answer(response, silent ?? readinessAnswer(readiness));
  else if (path === '/metrics') void answerFigures(request, response);
  else answer(response, notFound);
});
server.once('error', ({ code = '', message }: NodeJS.ErrnoException) => send({ kind: 'failed', code, message }));
server.listen(port, host, () => send({ kind: 'listening', port: (server.address() as AddressInfo).port }));
