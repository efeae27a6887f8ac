import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** In the body, a unique counter value replaces `{n}`. */
export interface FairRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Slow connections: each sends one of the request heads, then one byte per second. */
export interface SlowClients {
  readonly count: number;
  readonly heads: readonly string[];
}

export interface FairCase {
  readonly mode: string;
  readonly name: string;
  readonly measured: FairRequest;
  /** Requests of the flood, distributed over its connections; empty if there are only slow clients. */
  readonly flood: readonly FairRequest[];
  readonly slow?: SlowClients;
}

export interface FairLoad {
  readonly origin: string;
  readonly healthOrigin: string;
  readonly cases: readonly FairCase[];
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

export interface FairTimes {
  readonly mode: string;
  readonly name: string;
  readonly quiet: number[];
  readonly flooded: number[];
  readonly health: number[];
  readonly statuses: Record<number, number>;
}

const { origin, healthOrigin, cases, connections, seconds, rounds } = workerData as FairLoad;
let count = 0;

interface Sent {
  readonly status: number;
  readonly ms: number;
}

function send(agent: Agent, at: string, { method, path, headers, body }: FairRequest): Promise<Sent> {
  const text = body?.replaceAll('{n}', String((count += 1)));
  const length = text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(at + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - started }));
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function measureUntil(endMs: number, agent: Agent, at: string, request: FairRequest, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < endMs) {
    const { status, ms } = await send(agent, at, request);
    if (status >= 300) throw new Error(`${request.method} ${request.path} was answered ${status}`);
    times.push(ms);
    if (pauseMs > 0) await wait(pauseMs);
  }
  return times;
}

async function floodUntil(endMs: number, flood: readonly FairRequest[], statuses: Record<number, number>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sender = async (request: FairRequest): Promise<void> => {
    while (performance.now() < endMs) {
      const { status } = await send(agent, origin, request);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // After a refusal, waits only briefly, although the response asks for a longer pause.
      if (status === 429) await wait(50);
      else if (status >= 300) throw new Error(`The flood of ${request.path} was answered ${status}`);
    }
  };
  const senders = Array.from({ length: connections }, (_, index) => flood[index % flood.length]).filter((asked) => asked !== undefined);
  await Promise.all(senders.map(sender));
  agent.destroy();
}

/** @returns a function that closes the remaining connections */
async function openSlowly({ count: most, heads }: SlowClients): Promise<() => void> {
  const { hostname, port } = new URL(origin);
  const open = (head: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        // The server may end a slow connection at any time.
        socket.off('error', reject).on('error', () => undefined);
        socket.write(head);
        resolve(socket);
      });
      socket.once('error', reject);
      socket.resume();
    });
  const sockets = await Promise.all(Array.from({ length: most }, (_, index) => open(heads[index % heads.length] ?? '')));
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1000);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 2 });
const health: FairRequest = { method: 'GET', path: '/readyz', headers: {} };
const results: FairTimes[] = cases.map(({ mode, name }) => ({ mode, name, quiet: [], flooded: [], health: [], statuses: {} }));

async function measure({ measured, flood, slow }: FairCase, lastingMs: number, statuses: FairTimes['statuses']) {
  const quiet = await measureUntil(performance.now() + lastingMs, agent, origin, measured, 0);
  const closeSlow = slow ? await openSlowly(slow) : () => undefined;
  const endMs = performance.now() + lastingMs;
  const [flooded, answered] = await Promise.all([
    measureUntil(endMs, agent, origin, measured, 0),
    measureUntil(endMs, agent, healthOrigin, health, 100),
    floodUntil(endMs, flood, statuses),
  ]);
  closeSlow();
  return { quiet, flooded, answered };
}

// The first round is a warm-up and is not measured. Each round measures a case first without load and then with load, so that other work
// on the machine affects both measurements alike.
for (let round = -1; round < rounds; round += 1)
  for (const [index, one] of cases.entries()) {
    const result = results[index];
    const lastingMs = (round < 0 ? seconds / 2 : seconds) * 1000;
    const { quiet, flooded, answered } = await measure(one, lastingMs, result?.statuses ?? {});
    if (round < 0) continue;
    result?.quiet.push(...quiet);
    result?.flooded.push(...flooded);
    result?.health.push(...answered);
  }
agent.destroy();
parentPort?.postMessage(results);
