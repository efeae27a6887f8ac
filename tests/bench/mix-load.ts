import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** In path and body, a counter replaces `{n}`. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly weight: number;
}

export interface MixLoad {
  readonly origins: readonly string[];
  readonly requestKinds: readonly Asked[];
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

export type MixTimes = number[][][];

const { origins, requestKinds, connections, seconds, rounds } = workerData as MixLoad;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const turns = requestKinds.flatMap((one) => Array.from({ length: one.weight }, () => one));
let count = 0;

function ask(origin: string): Promise<number> {
  count += 1;
  const chosen = turns[(count * 7) % turns.length];
  if (!chosen) throw new Error('The mix is empty');
  const { method, path, body, headers } = chosen;
  const text = body?.replaceAll('{n}', String(count));
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      origin + path,
      { agent, method, headers: { ...headers, ...(text === undefined ? {} : { 'Content-Type': 'application/json' }) } },
      (response) => {
        response.resume();
        response.once('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(performance.now() - started);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}`));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

async function round(origin: string, lasting: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + lasting * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) times.push(await ask(origin));
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return times;
}

const times: MixTimes = origins.map(() => []);
// The first round is a warm-up and is not measured. Targets alternate, so that machine load affects all alike.
for (let index = -1; index < rounds; index += 1) {
  for (const [position, origin] of origins.entries()) {
    const measured = await round(origin, index < 0 ? seconds / 2 : seconds);
    if (index >= 0) times[position]?.push(measured);
  }
}
agent.destroy();
parentPort?.postMessage(times);
