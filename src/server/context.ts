import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClock, type Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import { allJobs, sendNoticesJob } from './jobs/all-jobs.ts';
import { createEngine, type BackgroundEngine } from './background/engine.ts';
import { retentionLookSeconds, runRetention } from './jobs/retention.ts';
import { createJobs, jobSeconds, type Jobs } from './jobs/runner.ts';
import { createLog, type Log } from './tracing/log.ts';
import { createMetrics, type Metrics } from './tracing/metrics.ts';
import type { PaymentContext } from './payments/context.ts';
import { openNotices } from './notices/notice-lanes.ts';
import type { MailTransport } from './notices/transport.ts';
import { openPayments, type OpenPayments } from './payments/open-payments.ts';
import { gatewayQueues, reconcileSeconds } from './payments/worker.ts';
import type { IdentityProvider } from './sign-in/identity-provider.ts';
import type { GatewayAnswer } from './gateway/stripe/create-gateway.ts';
import type { OrganizationSeed } from './seed/organization-seed.ts';
import { StartError } from './start/start-error.ts';
import { collectByCard } from './billing/invoices/collections.ts';
import { currentActor } from './database/acting.ts';
import { asUnwritable, makeDataFolder } from './database/data-folder.ts';
import type { Database, Store } from './database/database.ts';
import { readFaults, type Fault } from './store/faults.ts';
import { openStore } from './database/open.ts';
import { breakOffMailHold } from './store/notices/notices.ts';
import { keepSeller, readSetting } from './database/settings.ts';
import { asUnusable } from './database/unusable-database.ts';
import { addressRules } from './webhooks/checked-address.ts';
import { createWebhookQueue } from './webhooks/webhook-sender.ts';

/** What a running platform is made of; everything else gets it, or a part of it, as an argument. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  /** @throws when the database doesn't answer */
  readonly ping: Store['ping'];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Once stopping, a process tells balancers so and finishes what it has begun. */
  readonly lifecycle: { stopping: boolean };
  /** Where members sign in for real; null where the settings name none. */
  readonly provider: IdentityProvider | null;
  readonly jobs: Jobs;
  /** What goes wrong on purpose, by organization slug; always empty in production. */
  readonly faults: ReadonlyMap<string, Fault>;
  readonly paymentContext: PaymentContext;
  readonly payments: OpenPayments;
  /** Serves queues of background work; resolves when nothing of one is due any more. */
  readonly webhooks: { readonly idle: () => Promise<void> };
  readonly notices: { readonly idle: () => Promise<void>; readonly send: (now?: Date) => Promise<number> };
  /** Gives everything free that keeps the process alive. */
  readonly close: () => Promise<void>;
}

/** Parts that are elsewhere in development and tests. */
export interface ContextParts {
  /** Folder of the sandbox gateway's browser scripts. */
  readonly sandboxAssets?: string;
  /** False leaves jobs to the caller. */
  readonly automatic?: boolean;
  readonly gatewayTimeoutMs?: number;
  /** A store that is open already, and that closing the platform leaves open. */
  readonly store?: Store;
  /** True keeps what the sandbox gateway knows in memory alone. */
  readonly forgetsGateway?: boolean;
  /** The way that mails leave by, in place of the one that the settings name. */
  readonly mailTransport?: MailTransport;
  /** True for a data folder that others begin as copies of. */
  readonly isStartImage?: boolean;
  /** Organizations that an empty store begins with; the demo where absent. */
  readonly seeds?: readonly OrganizationSeed[];
}

const builtSandbox = fileURLToPath(new URL('../sandbox', import.meta.url));

/**
 * Opens the store, brings an empty one to life in the embedded mode, and starts the clock.
 * @param startImage data folder that a fresh one begins as a copy of, or null
 * @throws {StartError} when the store or the sandbox gateway's files can't be used
 */
export async function openContext(
  config: Config,
  startImage: string | null,
  log: Log = createLog(config),
  {
    sandboxAssets = builtSandbox,
    automatic = true,
    seeds,
    gatewayTimeoutMs,
    store: openedStore,
    forgetsGateway = false,
    isStartImage = false,
    mailTransport,
  }: ContextParts = {},
): Promise<Context> {
  const stopTraces = config.traces && (await import('./tracing/send-traces.ts')).sendTraces(config.traces, log);
  const store =
    openedStore ??
    (await openStore({
      mode: config.mode,
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      connection: config.connection,
      startImage,
      // Migrating is an operator's own step there: an old process may still serve.
      migrates: config.mode === 'embedded',
      report: (error) => log.error({ err: error }, 'a database connection broke'),
    }));
  const closeStore = async (): Promise<void> => {
    if (!openedStore) await store.close();
    await stopTraces?.();
  };
  try {
    const { db } = store;
    const embedded = config.mode === 'embedded';
    const clock = createClock(embedded ? ((await readSetting(db, 'clock_offset_ms')) ?? 0) : 0);
    await keepSeller(db, config.seller);
    if (embedded) await breakOffMailHold(db, clock.nowSeconds());
    const isOnlyProcess = store.kind === 'pglite';
    if (embedded) {
      // Production does not load the demo and the sandbox.
      const { gatewayFolderIn, seedDemo } = await import('./seed/seed.ts');
      const gatewayFolder = config.gateway || forgetsGateway ? null : gatewayFolderIn(config.dataDir);
      if (gatewayFolder !== null) makeDataFolder(resolve(config.dataDir));
      if (config.seed === 'demo') await seedDemo(db, { nowSeconds: clock.nowSeconds(), gatewayFolder, log, seeds });
    }
    const metrics = createMetrics(store.pool);
    const onGatewayAnswer = ({ method, path, status, gatewayRequestId, ms }: GatewayAnswer): void => {
      metrics.countGatewayCall(method, status, ms / 1000);
      // The same request id as the page, the API and the gateway's own log lines: one search finds all of it.
      // A checkout session's id is a way to its page, so it stays out.
      const shown = path.replace(/cs_\w+/, 'cs_...');
      log.info(
        { event: 'gateway_call', requestId: currentActor()?.requestId, gatewayRequestId, method, path: shown, status, ms },
        'gateway',
      );
    };
    let engine: BackgroundEngine | null = null;
    const payments = await openPayments({
      onGatewayAnswer,
      config,
      db,
      clock,
      log,
      isOnlyProcess,
      sandboxAssets,
      automatic,
      gatewayTimeoutMs,
      forgetsGateway,
      isStartImage,
      onWake: () => engine?.wake(),
      engine: () => engine,
    });
    const { paymentContext } = payments;
    const isPaused = () => payments.pause() !== null;
    const notices = await openNotices(config, { db, clock, log, isPaused, count: metrics.countMail }, mailTransport);
    const queues = [
      ...gatewayQueues(paymentContext),
      createWebhookQueue({ db, clock, log, count: metrics.countWebhook, ...addressRules(config) }),
      ...(notices.queue ? [notices.queue] : []),
    ];
    const background = createEngine({
      db,
      log,
      processId: paymentContext.processId,
      isOnlyProcess,
      queues,
      schedules: [
        { name: 'jobs', everySeconds: jobSeconds, run: () => jobs.runDue() },
        { name: 'reconcile', everySeconds: reconcileSeconds, run: () => payments.worker.reconcile() },
        { name: 'retention', everySeconds: retentionLookSeconds, run: () => runRetention({ db, clock, log, count: metrics.countRemoved }) },
      ],
    });
    engine = background;
    // Simulated time is not the database's: there the mails are sent without the engine.
    const sendMails = async (): Promise<void> => {
      if (!automatic) return void (await notices.send());
      await background.drain('notices');
      await notices.endHold();
    };
    const settled = async (): Promise<void> => {
      await payments.worker.idle();
      await sendMails();
    };
    const faults = embedded ? await readFaults(db) : new Map<string, Fault>();
    const provider = await openProvider(config);
    const jobs = createJobs(
      { db, log, chargeInvoice: collectByCard, onRun: metrics.countJob },
      clock,
      [...allJobs(paymentContext, config.lateUsageDays), sendNoticesJob(sendMails)],
      automatic ? settled : undefined,
    );
    // An idle folder catches up before its first visitor; a large platform serves while it does.
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
    const { ping } = store;
    const lifecycle = { stopping: false };
    return {
      config,
      db,
      ping,
      clock,
      log,
      metrics,
      lifecycle,
      jobs,
      provider,
      faults,
      paymentContext,
      payments,
      webhooks: { idle: () => background.idle('webhooks') },
      notices: { idle: sendMails, send: notices.send },
      close,
    };
  } catch (error) {
    await closeStore();
    throw explained(error, config);
  }
}

/** Faults of the data folder or the database, not of the program, get a one-sentence message. */
function explained(error: unknown, { dataDir, databaseUrl }: Config): unknown {
  if (error instanceof Error && error.name === 'UnusableData') return new StartError(error.message, { cause: error });
  return asUnwritable(resolve(dataDir), databaseUrl === null ? error : asUnusable(databaseUrl, error));
}

/** Loaded only where it is used: the embedded mode starts faster without it. */
async function openProvider({ oidc }: Config): Promise<IdentityProvider | null> {
  return oidc && (await import('./sign-in/openid-provider.ts')).createOpenIdProvider(oidc);
}
