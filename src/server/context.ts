import { fileURLToPath } from 'node:url';
import type { Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import { allJobs, sendNoticesJob } from './jobs/all-jobs.ts';
import { createEngine, type BackgroundEngine } from './background/engine.ts';
import { retentionLookSeconds, runRetention } from './jobs/retention.ts';
import { setDocumentThreads } from './documents/threads/document-threads.ts';
import { createJobs, jobSeconds, type Jobs } from './jobs/runner.ts';
import { createLog, type Log } from './tracing/log.ts';
import { createMetrics, type Metrics } from './tracing/metrics.ts';
import type { PaymentContext } from './payments/context.ts';
import { type Notices, openNotices } from './notices/notice-lanes.ts';
import type { EmailTransport } from './notices/transport.ts';
import { openPayments, type OpenPayments } from './payments/open-payments.ts';
import { gatewayQueues, reconcileSeconds } from './payments/worker.ts';
import type { IdentityProvider } from './sign-in/identity-provider.ts';
import type { GatewayAnswer } from './gateway/stripe/create-gateway.ts';
import { explainStartFailure, openConfiguredStore, prepareStore, type StoreContents } from './start/open-data.ts';
import { limitReviews } from './billing/usage/record-usage.ts';
import { collectByCard } from './billing/invoices/collections.ts';
import { currentActor } from './database/acting.ts';
import type { Database, Store } from './database/database.ts';
import type { SecretBox } from './database/secret-box.ts';
import { openSecretBox } from './database/secret-keys.ts';
import { readFaults, type Fault } from './store/faults.ts';
import { addressRules } from './webhooks/checked-address.ts';
import { createWebhookQueue } from './webhooks/webhook-sender.ts';

export interface Context {
  readonly config: Config;
  readonly db: Database;
  /** @throws if the database does not respond */
  readonly ping: Store['ping'];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly secrets: SecretBox;
  /** While `stopping` is true, the process finishes its last work and reports to load balancers that it is not ready. */
  readonly lifecycle: { stopping: boolean };
  readonly provider: IdentityProvider | null;
  readonly jobs: Jobs;
  /** Scripted faults by organization slug. The map is always empty in production. */
  readonly faults: ReadonlyMap<string, Fault>;
  readonly paymentContext: PaymentContext;
  readonly payments: OpenPayments;
  /** Queue of webhook deliveries. `idle` resolves when no delivery is due. */
  readonly webhooks: { readonly idle: () => Promise<void> };
  readonly notices: { readonly idle: () => Promise<void>; readonly send: (now?: Date) => Promise<number> };
  readonly close: () => Promise<void>;
}

export interface ContextParts extends StoreContents {
  readonly sandboxAssets?: string;
  /** If false, jobs and queues run only when the caller starts them, as tests do. */
  readonly automatic?: boolean;
  readonly gatewayTimeoutMs?: number;
  /** A store that the caller has opened and must close. If absent, the platform opens a store. */
  readonly store?: Store;
  readonly emailTransport?: EmailTransport;
  /** True if the data folder becomes a start image, which is copied for new data folders. */
  readonly isStartImage?: boolean;
}

const builtSandbox = fileURLToPath(new URL('../sandbox', import.meta.url));

/** Parts of the platform that are created before payments, notices and the engine. */
interface Foundation {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly secrets: SecretBox;
  readonly parts: ContextParts;
}

const recordGatewayAnswer =
  ({ log, metrics }: Foundation) =>
  ({ method, path, status, gatewayRequestId, ms }: GatewayAnswer): void => {
    metrics.countGatewayCall(method, status, ms / 1000);
    // Logs the request ID, so that one search finds all lines of a request. Removes checkout session IDs, because they open a payment page.
    const shown = path.replace(/cs_\w+/, 'cs_...');
    log.info({ event: 'gateway_call', requestId: currentActor()?.requestId, gatewayRequestId, method, path: shown, status, ms }, 'gateway');
  };

interface Services {
  readonly payments: OpenPayments;
  readonly notices: Notices;
  readonly background: BackgroundEngine;
}

async function openServices(foundation: Foundation, run: Pick<Jobs, 'runDue' | 'reviewLimits'>): Promise<Services> {
  const { config, store, log, clock, metrics, secrets, parts } = foundation;
  const { db } = store;
  const isOnlyProcess = store.kind === 'pglite';
  let engine: BackgroundEngine | null = null;
  const payments = await openPayments({
    onGatewayAnswer: recordGatewayAnswer(foundation),
    countEffect: metrics.countEffect,
    config,
    db,
    clock,
    log,
    isOnlyProcess,
    sandboxAssets: parts.sandboxAssets ?? builtSandbox,
    automatic: parts.automatic ?? true,
    gatewayTimeoutMs: parts.gatewayTimeoutMs,
    forgetsGateway: parts.forgetsGateway ?? false,
    isStartImage: parts.isStartImage ?? false,
    onWake: () => engine?.wake(),
    engine: () => engine,
  });
  const { paymentContext } = payments;
  const isPaused = () => payments.pause() !== null;
  const notices = await openNotices(config, { db, clock, log, isPaused, count: metrics.countEmail }, parts.emailTransport);
  const background = createEngine({
    db,
    log,
    processId: paymentContext.processId,
    isOnlyProcess,
    queues: [
      ...gatewayQueues(paymentContext),
      createWebhookQueue({ db, clock, log, secrets, count: metrics.countWebhook, ...addressRules(config) }),
      ...(notices.queue ? [notices.queue] : []),
    ],
    schedules: [
      { name: 'jobs', everySeconds: jobSeconds, run: run.runDue },
      { name: limitReviews, everySeconds: jobSeconds, run: run.reviewLimits },
      { name: 'reconcile', everySeconds: reconcileSeconds, run: () => payments.worker.reconcile() },
      { name: 'retention', everySeconds: retentionLookSeconds, run: () => runRetention({ db, clock, log, count: metrics.countRemoved }) },
    ],
  });
  engine = background;
  return { payments, notices, background };
}

async function startPlatform(foundation: Foundation, closeStore: () => Promise<void>): Promise<Context> {
  const { config, store, log, clock, metrics, secrets, parts } = foundation;
  const { automatic = true } = parts;
  const { db, ping } = store;
  const embedded = config.mode === 'embedded';
  const { payments, notices, background } = await openServices(foundation, {
    runDue: () => jobs.runDue(),
    reviewLimits: () => jobs.reviewLimits(),
  });
  const { paymentContext } = payments;
  // If jobs are not automatic, the clock is simulated. Emails then bypass the engine, because the engine uses the database's time.
  const sendEmails = async (): Promise<void> => {
    if (!automatic) return void (await notices.send());
    await background.drain('notices');
    await notices.endHold();
  };
  const settled = async (): Promise<void> => {
    await payments.worker.idle();
    await sendEmails();
  };
  const faults = embedded ? await readFaults(db) : new Map<string, Fault>();
  const provider = await openProvider(config);
  const jobs = createJobs(
    { db, log, chargeInvoice: collectByCard, onRun: metrics.countJob },
    clock,
    [...allJobs(paymentContext, config), sendNoticesJob(sendEmails)],
    automatic ? settled : undefined,
  );
  // The embedded mode finishes due jobs before it serves visitors. Production runs due jobs while it serves.
  const caughtUp = jobs.runDue().catch((error: unknown) => log.error({ err: error }, 'the jobs could not run'));
  if (embedded) await caughtUp;
  if (automatic) background.start();
  const close = async (): Promise<void> => {
    await background.stop();
    await jobs.stop();
    notices.close();
    await payments.close();
    await closeStore();
  };
  const services = {
    webhooks: { idle: () => background.idle('webhooks') },
    notices: { idle: sendEmails, send: notices.send },
  };
  const lifecycle = { stopping: false };
  const foundations = { config, db, ping, clock, log, metrics, secrets };
  return { ...foundations, lifecycle, jobs, provider, faults, paymentContext, payments, ...services, close };
}

/** @param startImage the data folder that is copied when a new data folder is created @throws {StartError} if stored data is unusable */
export async function openContext(
  config: Config,
  startImage: string | null,
  log: Log = createLog(config),
  parts: ContextParts = {},
): Promise<Context> {
  setDocumentThreads(config.documentThreads);
  const stopTraces = config.traces && (await import('./tracing/send-traces.ts')).sendTraces(config.traces, log);
  const store = parts.store ?? (await openConfiguredStore(config, startImage, log));
  const closeStore = async (): Promise<void> => {
    if (!parts.store) await store.close();
    await stopTraces?.();
  };
  try {
    const secrets = openSecretBox(config);
    const clock = await prepareStore(store, config, log, { ...parts, secrets });
    return await startPlatform({ config, store, log, clock, metrics: createMetrics(store.pool), secrets, parts }, closeStore);
  } catch (error) {
    await closeStore();
    throw explainStartFailure(error, config);
  }
}

/** Imported on demand, so that the embedded mode starts faster. */
async function openProvider({ oidc }: Config): Promise<IdentityProvider | null> {
  return oidc && (await import('./sign-in/openid-provider.ts')).createOpenIdProvider(oidc);
}
