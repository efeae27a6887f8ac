import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Load {
  readonly targets: readonly Target[];
  readonly requests: number;
  readonly rounds: number;
  readonly connections: number;
}

/** Milliseconds per request. The outer array has an entry per target, the inner arrays have an entry per round. */
export type Timings = number[][];

function ask({ url, headers }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`))));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

async function round(target: Target, agent: Agent, { requests, connections }: Load): Promise<number> {
  let left = requests;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while ((left -= 1) >= 0) await ask(target, agent);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return (performance.now() - started) / requests;
}

/** Alternates between the targets, so that machine load affects all of them alike. */
export async function measure(load: Load): Promise<Timings> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const timings: Timings = load.targets.map(() => []);
  for (let index = -1; index < load.rounds; index += 1) {
    for (const [position, target] of load.targets.entries()) {
      const milliseconds = await round(target, agent, load);
      if (index >= 0) timings[position]?.push(milliseconds);
    }
  }
  agent.destroy();
  return timings;
}

if (parentPort) parentPort.postMessage(await measure(workerData as Load));
