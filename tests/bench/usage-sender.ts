import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface Sending {
  readonly origin: string;
  readonly key: string;
  readonly organizations: readonly (readonly [slug: string, ref: string])[];
  readonly recordsPerBatch: number;
  readonly senders: number;
  readonly seconds: number;
  readonly name: string;
  /** End of the hour in which the usage happens, in Unix seconds. */
  readonly untilSeconds: number;
}

export interface Sent {
  readonly records: number;
  readonly seconds: number;
  readonly milliseconds: readonly number[];
}

const { origin, key, organizations, recordsPerBatch, senders, seconds, name, untilSeconds } = workerData as Sending;
const agent = new Agent({ keepAlive: true, maxSockets: senders });

const metrics = ['EGRESS', 'FUNCTION_INVOCATIONS', 'MONTHLY_ACTIVE_USERS', 'REALTIME_MESSAGE_COUNT', 'STORAGE_SIZE'] as const;

/** Creates the JSON as text, because serializing objects would take as long as parsing them. */
function batchOf(batch: number): string {
  const records = Array.from({ length: recordsPerBatch }, (_, index) => {
    const [slug, ref] = organizations[index % organizations.length] ?? ['', ''];
    const metric = metrics[Math.floor(index / organizations.length) % metrics.length] ?? 'EGRESS';
    const at = untilSeconds - 1 - ((batch * 7 + index * 13) % 3000);
    const span = metric === 'STORAGE_SIZE' ? `,"until":${at + 1}` : '';
    return `{"id":"${name}/${batch}/${index}","organization":"${slug}","project_ref":"${ref}","metric":"${metric}","quantity":${1000 + index},"at":${at}${span}}`;
  });
  return `{"records":[${records.join(',')}]}`;
}

const send = (body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(`${origin}/admin/v1/usage`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += String(part)));
      response.once('end', () => {
        if (response.statusCode === 200) resolve((JSON.parse(text) as { accepted: number }).accepted);
        else reject(new Error(`A batch was answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });

async function sendFor(): Promise<Sent> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const milliseconds: number[] = [];
  let next = 0;
  let records = 0;
  const sender = async (): Promise<void> => {
    while (performance.now() < end) {
      const body = batchOf((next += 1));
      const began = performance.now();
      const accepted = await send(body);
      if (accepted !== recordsPerBatch) throw new Error(`${accepted} of ${recordsPerBatch} records were counted`);
      milliseconds.push(performance.now() - began);
      records += accepted;
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return { records, seconds: (performance.now() - started) / 1000, milliseconds };
}

const outgoing = await sendFor();
agent.destroy();
parentPort?.postMessage(outgoing);
