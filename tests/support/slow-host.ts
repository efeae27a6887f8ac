import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Treatment = 'sent' | 'held' | 'failed';

export interface SlowHost {
  readonly origin: string;
  /** Determines whether requests for matching files are sent, held or failed. When the treatment changes, held requests are answered. */
  readonly treat: (files: RegExp, treatment: Treatment) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a proxy that delays responses or answers with errors, like a slow or broken network. The browser then does not have to intercept
 * requests.
 */
export async function openSlowHost(platform: string): Promise<SlowHost> {
  const { hostname, port } = new URL(platform);
  let [pattern, treatment]: [RegExp, Treatment] = [/^$/, 'sent'];
  const waiting = new Set<() => void>();
  const isFree = (path: string): boolean => treatment !== 'held' || !pattern.test(path);

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '/';
    if (!isFree(path)) await new Promise<void>((resolve) => waiting.add(resolve));
    if (treatment === 'failed' && pattern.test(path)) return void response.writeHead(503).end();
    const { method = 'GET', headers } = incoming;
    const outgoing = request({ hostname, port, path, method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Uses the platform's host name, because cookies belong to it.
    origin: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    treat(files, next) {
      [pattern, treatment] = [files, next];
      for (const go of waiting) go();
      waiting.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
