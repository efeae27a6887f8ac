import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '#server/settings/config.ts';
import { startHealthThread, type HealthThread } from '#server/health/health-thread.ts';
import { StartError } from './start-error.ts';

/** How long a stopping server waits for requests under way, where nothing else is said; milliseconds. */
const usualGraceMs = 5000;

/** A request that takes longer to arrive is answered 408, and its connection closed. Node looks so often. Milliseconds. */
const arrivalMs = { requestTimeout: 60_000, headersTimeout: 20_000, connectionsCheckingInterval: 5000 } as const;

/** Longer than balancers and browsers keep an idle connection: the side that closes first decides whose request is lost. */
const keepAliveMs = 75_000;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface RunningServer {
  readonly port: number;
  /** Requests get their answers from this listener; before, they get a 503 with `Retry-After`. */
  readonly answerWith: (listener: Listener) => void;
  /** From now on each answer ends its connection, so that a balancer has none left to send a request on when the server stops. */
  readonly drain: () => void;
  /** Takes no more requests, lets those under way finish, for so many milliseconds at most, then resolves. */
  readonly stop: (graceMs?: number) => Promise<void>;
  readonly server: Server;
}

const notReady: Listener = (_, response) => {
  response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain; charset=utf-8' }).end('Starting\n');
};

/**
 * Takes the port, before anything else is touched.
 * @throws {StartError} when it is taken or not ours to take
 */
export async function listenForRequests({ host, port }: Pick<Config, 'host' | 'port'>): Promise<RunningServer> {
  let answer = notReady;
  let draining = false;
  const server = createServer({ ...arrivalMs }, (request, response) => {
    if (draining) response.shouldKeepAlive = false;
    void answer(request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    answerWith: (listener) => {
      answer = listener;
    },
    drain: () => {
      draining = true;
    },
    stop: (graceMs) => {
      draining = true;
      return stop(server, graceMs);
    },
  };
}

/**
 * Takes the port of health and metrics.
 * @throws {StartError} when it is taken or not ours to take
 */
export async function listenForHealth(config: Config, port: number): Promise<HealthThread> {
  try {
    return await startHealthThread(config, port);
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, config.host, port, 'HEALTH_PORT');
  }
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number, setting = 'PORT'): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use; stop what uses it or choose another ${setting}.`,
    EACCES: `Port ${port} may not be used by this user; choose a ${setting} above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not known.`,
  };
  return new StartError(reasons[cause.code ?? ''] ?? `The server can't listen on ${host}:${port} (${cause.code ?? cause.message}).`, {
    cause,
  });
}

function stop(server: Server, graceMs = usualGraceMs): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Stops in order on Ctrl-C and on SIGTERM; a second one ends at once. */
export function stopOnSignals(stopAll: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void stopAll().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}
