import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** A view requests all paths of a group at once, as a page does. The groups take turns. A path may start with "HEAD ". */
export interface Together {
  readonly targets: readonly (readonly string[])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly views: number;
  readonly rounds: number;
}

const connections = 6;

function ask(url: string, headers: Together['headers'], agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = url.startsWith('HEAD ') ? 'HEAD' : 'GET';
    const outgoing = request(url.replace('HEAD ', ''), { method, agent, headers }, (response) => {
      response.resume();
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`))));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the median milliseconds of each round per group. The first round only warms up. */
async function measure({ targets, headers, views, rounds }: Together): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const medians = targets.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    const times = targets.map((): number[] => []);
    for (let view = 0; view < views; view += 1) {
      for (const [index, urls] of targets.entries()) {
        const started = performance.now();
        await Promise.all(urls.map((url) => ask(url, headers, agent)));
        times[index]?.push(performance.now() - started);
      }
    }
    if (round > 0) for (const [index, each] of times.entries()) medians[index]?.push(median(each));
  }
  agent.destroy();
  return medians;
}

parentPort?.postMessage(await measure(workerData as Together));
