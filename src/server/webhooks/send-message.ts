import { request as requestPlain } from 'node:http';
import { request as requestByTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { checkAddress, type AddressRules, type HostAddress } from './checked-address.ts';

interface WebhookMessage {
  readonly url: string;
  /** The same in every retry. */
  readonly id: string;
  readonly body: string;
  /** The current secret, and secrets that were replaced within a day. Each secret signs the message. */
  readonly secrets: readonly string[];
}

type SendFailure =
  | 'sealed_secret'
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'unreachable'
  | 'private_address'
  | 'unknown_host'
  | 'refused_port';

export interface SendOutcome {
  readonly error: SendFailure | null;
  readonly status: number | null;
  readonly answer: string;
}

interface SendRules extends AddressRules {
  readonly patienceMs: number;
}

const mostAnswerBytes = 1024;

export const unsentOutcome = (error: SendFailure): SendOutcome => ({ error, status: null, answer: '' });

/** Returns only the checked addresses, because a second DNS lookup could return different addresses. */
const toThese =
  (addresses: readonly [HostAddress, ...HostAddress[]]): LookupFunction =>
  (_, { all }, done) => {
    if (all) done(null, [...addresses]);
    else done(null, addresses[0].address, addresses[0].family);
  };

/** Standard Webhooks headers. They contain real time, because receivers compare it with their clock. */
function headersOf({ id, body, secrets }: WebhookMessage): Record<string, string | number> {
  const sentAt = new Date();
  return {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'billing-webhooks',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(sentAt.getTime() / 1000),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
  };
}

function errorOf(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Follows no redirects. Reads at most 1 KB of the response. Never throws an error. */
export async function sendMessage(message: WebhookMessage, { patienceMs, ...rules }: SendRules): Promise<SendOutcome> {
  const signal = AbortSignal.timeout(patienceMs);
  const url = new URL(message.url);
  const late = new Promise<SendOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve(unsentOutcome('timeout')), { once: true });
  });
  const checked = await Promise.race([checkAddress(url, rules), late]);
  if ('error' in checked) return checked;
  return checked.ok ? post(url, message, checked.addresses, signal) : unsentOutcome(checked.code);
}

function post(
  url: URL,
  message: WebhookMessage,
  addresses: readonly [HostAddress, ...HostAddress[]],
  signal: AbortSignal,
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestByTls : requestPlain;
    const options = { method: 'POST', headers: headersOf(message), agent: false, lookup: toThese(addresses), signal } as const;
    let end = (): void => resolve(unsentOutcome(signal.aborted ? 'timeout' : 'unreachable'));
    const request = send(url, options, (response) => {
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let bytes = 0;
      // After the response head, the status is final, even if reading the body fails.
      end = (): void => {
        const text = Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString('utf8');
        // The database rejects NUL, and terminals would run escape sequences.
        resolve({ error: errorOf(status), status, answer: text.replace(/\p{Cc}/gu, ' ') });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= mostAnswerBytes) end();
      });
      response.on('end', end);
      response.on('error', end);
      response.on('close', end);
    });
    request.on('error', () => end());
    request.end(message.body);
  });
}
