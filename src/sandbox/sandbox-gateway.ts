import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { ApiServer } from '#sandbox/api/api-server.ts';
import { ConnectionLost } from '#sandbox/api/breakage.ts';
import { GatewayCore } from './core.ts';
import type { Faults } from './faults.ts';
import { randomText } from './ids.ts';
import type { SandboxOptions } from './options.ts';
import { pageRoutes } from '#sandbox/pages/page-routes.ts';
import { type AppendLog, createMemoryLog, openFileLog } from '#sandbox/store/append-log.ts';
import type { LogEntry, LogHeader, MoneyEntry } from '#sandbox/store/entries.ts';
import { lockFolder } from '#sandbox/store/folder-lock.ts';
import type { Delays } from '#sandbox/store/transaction.ts';
import { UnusableData } from '#sandbox/store/unusable-data.ts';
import { Deliverer } from '#sandbox/webhooks/deliverer.ts';
import { sendOnThisMachine } from '#sandbox/webhooks/send.ts';
import { type WebhookTarget, configureEndpoint } from '#sandbox/webhooks/configured-endpoint.ts';

export const logFileName = 'charges.jsonl';

export interface SandboxGateway {
  /** Server app to mount at `basePath`. It sets security headers that the host must not change. */
  app: Hono;
  basePath: string;
  /** Sends a request within the process; its path starts with `basePath`. Rejects like `fetch` if the connection is lost. */
  fetch: (request: Request) => Promise<Response>;
  faults: Faults;
  /** Sets a webhook target without an API call; null removes the target. The target is stored in the log. */
  receiveEvents: (target: WebhookTarget | null) => Promise<void>;
  money: () => readonly MoneyEntry[];
  settle: () => Promise<void>;
  /** Sends due events. If `evenLater` is true, also sends events that wait for a retry. */
  deliver: (evenLater?: boolean) => Promise<void>;
  close: () => Promise<void>;
}

export const defaultBasePath = '/sandbox/gateway';
const defaultDelays: Delays = { processingMs: 15_000, refundMs: 30_000, disputeMs: 5_000, taxIdMs: 5_000 };
const jobIntervalMs = 1000;

export async function createSandboxGateway(options: SandboxOptions): Promise<SandboxGateway> {
  refuseLiveKeys(options);
  const { log, header, entries, release } = await openStore(options.dataDir);
  const realNowMs = options.realNowMs ?? Date.now;
  const { onError } = options;
  const basePath = options.basePath ?? defaultBasePath;
  const publicUrl = () => `${typeof options.origin === 'string' ? options.origin : options.origin()}${basePath}`;
  const core = new GatewayCore({
    log,
    salt: header.salt,
    clock: options.clock,
    realNowMs,
    delays: { ...defaultDelays, ...options.delays },
    urls: {
      challengePath: (id, secret) => `${basePath}/challenge/${id}?secret=${secret}`,
      challenge: (id, secret) => `${publicUrl()}/challenge/${id}?secret=${secret}`,
      checkout: (sessionId) => `${publicUrl()}/pay/${sessionId}`,
    },
  });
  for (const entry of entries) core.state.apply(entry);

  const api = new ApiServer(core, { keys: options, hangMs: options.hangMs ?? 120_000, onError });
  const deliverer = new Deliverer(core, options.send ?? sendOnThisMachine, onError);
  const app = new Hono();
  app.all('/v1/*', (context) => answerOrBreak(() => api.handle(context.req.raw, pathBelow(context.req.path, '/v1')), context.env));
  const settle = async () => {
    core.runDueJobs();
    await core.durable();
  };
  app.route('/', pageRoutes({ core, api, deliverer, options, basePath, publicUrl, settle }));

  const automatic = options.automatic ?? true;
  const timer = automatic ? setInterval(() => void settle().catch(onError), jobIntervalMs) : null;
  timer?.unref();
  if (automatic) deliverer.start();

  const outer = new Hono();
  outer.route(basePath, app);
  return {
    app,
    basePath,
    fetch: async (request) => {
      const response = await outer.fetch(request);
      if (response.headers.has(brokenHeader))
        throw request.signal.aborted
          ? request.signal.reason
          : new TypeError('fetch failed', { cause: new Error('The connection was lost.') });
      return response;
    },
    faults: core.faults,
    receiveEvents: async (target) => {
      configureEndpoint(core, target);
      await core.durable();
    },
    money: () => core.state.money,
    settle,
    deliver: (evenLater) => deliverer.sendDue(evenLater),
    close: async () => {
      if (timer) clearInterval(timer);
      await deliverer.stop();
      await log.close();
      await release();
    },
  };
}

const brokenHeader = 'x-sandbox-connection-lost';

async function answerOrBreak(answer: () => Promise<Response>, env: unknown): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    breakSocket(env);
    return new Response(null, { status: 502, headers: { [brokenHeader]: 'true' } });
  }
}

/** Closes the client connection if the request came over HTTP. */
function breakSocket(env: unknown): void {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return;
  const { incoming } = env as { incoming?: { socket?: { destroy?: () => void } } };
  incoming?.socket?.destroy?.();
}

const pathBelow = (path: string, marker: string): string => path.slice(path.indexOf(`${marker}/`) + marker.length);

function refuseLiveKeys({ secretKey, publishableKey }: SandboxOptions): void {
  if (!secretKey.startsWith('sk_test_') || !publishableKey.startsWith('pk_test_')) {
    throw new Error(
      'The sandbox gateway takes test keys only: a secret key that starts with sk_test_ and a publishable key that starts with pk_test_.',
    );
  }
}

interface Store {
  log: AppendLog;
  header: LogHeader;
  entries: LogEntry[];
  release: () => Promise<void>;
}

async function openStore(dataDir: string | null): Promise<Store> {
  const fresh: LogHeader = { format: 'sandbox-gateway', version: 1, salt: randomText(32) };
  if (dataDir === null) return { log: createMemoryLog(), header: fresh, entries: [], release: () => Promise.resolve() };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const release = await lockFolder(join(dataDir, 'lock'));
  try {
    const { log, entries } = await openFileLog(join(dataDir, logFileName));
    const [header = fresh, ...rest] = entries as [LogHeader | undefined, ...LogEntry[]];
    if (header.format !== 'sandbox-gateway' || header.version !== 1)
      throw new UnusableData(
        `${join(dataDir, logFileName)} was written by another version of the sandbox gateway; use an empty data folder.`,
      );
    if (entries.length === 0) log.append(fresh);
    await log.durable();
    return { log, header, entries: rest, release };
  } catch (error) {
    await release();
    throw error;
  }
}
