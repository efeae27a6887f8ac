import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** One kind of request. `{n}` in its body becomes a number that no other request has. */
export interface FairRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The same work for the organization that floods and for the one that is measured. */
export interface FairKind {
  readonly name: string;
  readonly flood: FairRequest;
  readonly measured: FairRequest;
}

export interface FairLoad {
  readonly origin: string;
  readonly healthOrigin: string;
  readonly kinds: readonly FairKind[];
  /** Requests of the flood that are under way at a time. */
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** Milliseconds of each request. */
export interface FairTimes {
  readonly name: string;
  readonly quiet: number[];
  readonly flooded: number[];
  readonly health: number[];
  /** How often the flood got each status. */
  readonly statuses: Record<number, number>;
}

const { origin, healthOrigin, kinds, connections, seconds, rounds } = workerData as FairLoad;
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

/** One request after the other until the time is over. */
async function measureUntil(endMs: number, agent: Agent, at: string, asked: FairRequest, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < endMs) {
    const { status, ms } = await send(agent, at, asked);
    if (status >= 300) throw new Error(`${asked.method} ${asked.path} was answered ${status}`);
    times.push(ms);
    if (pauseMs > 0) await wait(pauseMs);
  }
  return times;
}

async function floodUntil(endMs: number, asked: FairRequest, statuses: Record<number, number>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sender = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const { status } = await send(agent, origin, asked);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A refusal says to wait; a flood does not.
      if (status === 429) await wait(50);
      else if (status >= 300) throw new Error(`The flood of ${asked.path} was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  agent.destroy();
}

const agent = new Agent({ keepAlive: true, maxSockets: 2 });
const health: FairRequest = { method: 'GET', path: '/readyz', headers: {} };
const results: FairTimes[] = kinds.map(({ name }) => ({ name, quiet: [], flooded: [], health: [], statuses: {} }));
// The first round warms up. Quiet and flooded stretches alternate, so that whatever disturbs the machine disturbs both.
for (let round = -1; round < rounds; round += 1)
  for (const [index, { flood, measured }] of kinds.entries()) {
    const result = results[index];
    const lasting = (round < 0 ? seconds / 2 : seconds) * 1000;
    const quiet = await measureUntil(performance.now() + lasting, agent, origin, measured, 0);
    const endMs = performance.now() + lasting;
    const statuses = result?.statuses ?? {};
    const [flooded, answered] = await Promise.all([
      measureUntil(endMs, agent, origin, measured, 0),
      measureUntil(endMs, agent, healthOrigin, health, 100),
      floodUntil(endMs, flood, statuses),
    ]);
    if (round < 0) continue;
    result?.quiet.push(...quiet);
    result?.flooded.push(...flooded);
    result?.health.push(...answered);
  }
agent.destroy();
parentPort?.postMessage(results);
