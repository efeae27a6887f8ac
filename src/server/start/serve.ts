import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '#server/settings/config.ts';
import { startHealthThread, type HealthThread } from '#server/health/health-thread.ts';
import { StartError } from './start-error.ts';

/** Default time in ms for requests in progress to finish when the server stops. */
const usualGraceMs = 5000;

/** Maximum times in ms for a client to send a whole request and its head. The last value is the interval between checks. */
const arrivalMs = { requestTimeout: 60_000, headersTimeout: 20_000, connectionsCheckingInterval: 5000 } as const;

/** Keep-alive timeout in ms. It exceeds the timeouts of load balancers and browsers, so that they close idle connections first. */
const keepAliveMs = 75_000;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface RunningServer {
  readonly port: number;
  /** Sets the function that responds to requests. Until then, requests get a 503 with `Retry-After`. */
  readonly answerWith: (listener: Listener) => void;
  /**
   * From this call on, each connection is closed after its response. When the server stops, load balancers then have no open connection.
   */
  readonly drain: () => void;
  readonly stop: (graceMs?: number) => Promise<void>;
  readonly server: Server;
}

const notReady: Listener = (_, response) => {
  response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain; charset=utf-8' }).end('Starting\n');
};

/** Opens the port before anything else. @param setting environment variable of the port @throws {StartError} if in use or not permitted */
export async function listenForRequests({ host, port }: Pick<Config, 'host' | 'port'>, setting = 'PORT'): Promise<RunningServer> {
  let answer = notReady;
  let draining = false;
  const server = createServer({ ...arrivalMs }, (request, response) => {
    if (draining) response.shouldKeepAlive = false;
    void answer(request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, host, port, setting)));
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

/** @throws {StartError} if the port is in use or not permitted */
export async function listenForHealth(config: Config, port: number): Promise<HealthThread> {
  try {
    return await startHealthThread(config, port);
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, config.host, port, 'HEALTH_PORT');
  }
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use; stop what uses it or choose another ${setting}.`,
    EACCES: `This user may not use port ${port}; choose a ${setting} above 1023.`,
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

/** Stops the server gracefully on Ctrl-C or SIGTERM. A second signal ends the process immediately. */
export function stopOnSignals(stopAll: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void stopAll().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}
