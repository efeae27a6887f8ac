import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface ReceivedMessage {
  readonly id: string;
  readonly event: any;
  readonly headers: IncomingMessage['headers'];
  readonly raw: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMessage[];
  readonly unsigned: string[];
  /** Returns the highest number of concurrent requests per organization so far. */
  readonly mostAtOnce: () => number;
  /** Signing secret of the endpoint. If null, the receiver accepts every message. */
  secret: string | null;
  answer: (response: ServerResponse, message: ReceivedMessage) => void | Promise<void>;
  readonly took: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startReceiver(host = '127.0.0.1', port = 0): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const unsigned: string[] = [];
  const busy = new Map<string, number>();
  let most = 0;
  let waiting: { readonly count: number; readonly tell: () => void }[] = [];

  const isSigned = (raw: string, headers: IncomingMessage['headers']): boolean => {
    if (receiver.secret === null) return true;
    try {
      new Webhook(receiver.secret).verify(raw, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const { headers } = request;
    if (!isSigned(raw, headers)) {
      unsigned.push(raw);
      response.writeHead(401).end();
      return;
    }
    const message = { id: String(headers['webhook-id']), event: JSON.parse(raw), headers, raw };
    const { organization } = message.event as { organization: string };
    const busyCount = (busy.get(organization) ?? 0) + 1;
    busy.set(organization, busyCount);
    most = Math.max(most, busyCount);
    response.on('close', () => busy.set(organization, (busy.get(organization) ?? 1) - 1));
    received.push(message);
    for (const { tell } of waiting.filter(({ count }) => received.length >= count)) tell();
    waiting = waiting.filter(({ count }) => received.length < count);
    await receiver.answer(response, message);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const boundPort = (server.address() as AddressInfo).port;
  const receiver: WebhookReceiver = {
    url: `http://${host}:${boundPort}/hooks`,
    port: boundPort,
    received,
    unsigned,
    mostAtOnce: () => most,
    secret: null,
    answer: (response) => void response.writeHead(204).end(),
    took: (count) =>
      new Promise((tell) => {
        if (received.length >= count) tell();
        else waiting.push({ count, tell });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
