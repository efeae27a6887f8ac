import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Asked } from './mix-load.ts';

export interface EffectLoad {
  readonly origin: string;
  readonly requestKinds: readonly Asked[];
  readonly connections: number;
}

// Sends requests over all connections until the parent ends the thread. Reports the number of responses to the parent every second.

const { origin, requestKinds, connections } = workerData as EffectLoad;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const turns = requestKinds.flatMap((one) => Array.from({ length: one.weight }, () => one));
const reportMs = 1000;
let sent = 0;
let answered = 0;

function ask(): Promise<void> {
  sent += 1;
  const chosen = turns[sent % turns.length];
  if (!chosen) throw new Error('The load is empty');
  const { method, path, body, headers } = chosen;
  return new Promise((resolve, reject) => {
    const outgoing = request(origin + path, { agent, method, headers }, (response) => {
      const isAccepted = (response.statusCode ?? 500) < 300;
      let text = '';
      if (isAccepted) response.resume();
      else response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => {
        answered += 1;
        if (isAccepted) resolve();
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body?.replaceAll('{n}', String(sent)));
  });
}

setInterval(() => parentPort?.postMessage(answered), reportMs);
await Promise.all(
  Array.from({ length: connections }, async () => {
    for (;;) await ask();
  }),
);
