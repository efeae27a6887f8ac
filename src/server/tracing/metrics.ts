import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolFigures } from '#server/database/database.ts';
import { removedTables } from '#server/store/retention/remove-expired.ts';

/** Upper bounds of duration buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Outcomes of an attempt to send an email. `later` and `down` are retried. `failed` is a fault of this program. */
export const emailOutcomes = ['sent', 'later', 'down', 'refused', 'bounced', 'withdrawn', 'failed'] as const;
export type EmailOutcome = (typeof emailOutcomes)[number];

export const webhookOutcomes = [
  'delivered',
  'sealed_secret',
  'status',
  'redirect',
  'timeout',
  'unreachable',
  'private_address',
  'unknown_host',
  'refused_port',
] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** Service objectives: pages with their data, and calls that move money. */
export const objectiveNames = ['page_reads', 'money_writes'] as const;
export type Objective = (typeof objectiveNames)[number];

/** Only `good` meets the objective. */
export const objectiveOutcomes = ['good', 'slow', 'failed'] as const;
export type ObjectiveOutcome = (typeof objectiveOutcomes)[number];

/** Effects whose delay is measured: usage stops at a limit, usage resumes after the limit was raised, a payment ends a restriction. */
const effectNames = ['usage_to_stop', 'raise_to_lifted', 'paid_to_unrestricted'] as const;
type EffectName = (typeof effectNames)[number];

/** The collector sums the metrics of all processes. */
export interface Metrics {
  /** Counts a request. @param route the name of the route; the path would create a series for each ID */
  readonly countRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly countObjective: (objective: Objective, outcome: ObjectiveOutcome) => void;
  /** Records an effect. @param seconds time between the arrival of the cause in this process and the commit of the effect */
  readonly countEffect: (effect: EffectName, seconds: number) => void;
  readonly countGatewayCall: (method: string, status: number, seconds: number) => void;
  readonly countJob: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
  readonly countEmail: (outcome: EmailOutcome) => void;
  readonly countWebhook: (outcome: WebhookOutcome) => void;
  readonly countRefusedSignature: () => void;
  readonly countRefusedKey: () => void;
  readonly countRemoved: (table: string, rows: number) => void;
  readonly contentType: string;
  readonly text: (gauges: Readonly<Record<string, number>>) => Promise<string>;
}

const poolGauges = ({ total, idle, waiting, most }: PoolFigures): Readonly<Record<string, number>> => ({
  database_pool_connections: total,
  database_pool_idle: idle,
  database_pool_waiting: waiting,
  database_pool_limit: most,
});

/** Delay monitor of the event loop, shared by all platforms in the process, because a test may run several platforms. */
let loopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined;

/** Returns maximum and 99th percentile of the event loop's delay since the last call, and its utilization. */
function eventLoop(): Readonly<Record<string, number>> {
  loopDelay ??= monitorEventLoopDelay({ resolution: 20 });
  const isNew = loopDelay.enable();
  const figures = isNew ? { max: 0, p99: 0 } : { max: loopDelay.max / 1e9, p99: loopDelay.percentile(99) / 1e9 };
  loopDelay.reset();
  return {
    nodejs_eventloop_lag_p99_seconds: figures.p99,
    nodejs_eventloop_lag_max_seconds: figures.max,
    nodejs_eventloop_utilization_ratio: performance.eventLoopUtilization().utilization,
  };
}

function createDurations(counted: Registry) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by call or kind of page.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [counted],
  });
  const effects = new Histogram({
    name: 'platform_effect_seconds',
    help: 'How long members waited for an effect: usage to stop, raise to lifted, paid to unrestricted.',
    labelNames: ['effect'],
    buckets,
    registers: [counted],
  });
  const gateway = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Duration of calls to the payment gateway.',
    labelNames: ['method', 'status'],
    buckets,
    registers: [counted],
  });
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of job runs, by job and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: [...buckets, 30, 60, 300],
    registers: [counted],
  });
  return { requests, effects, gateway, jobs };
}

function createCounters(counted: Registry) {
  const objectives = new Counter({
    name: 'platform_objective_requests_total',
    help: 'Requests that count for an objective, by outcome.',
    labelNames: ['objective', 'outcome'],
    registers: [counted],
  });
  const mails = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send an email, by outcome.',
    labelNames: ['outcome'],
    registers: [counted],
  });
  const webhooks = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to send an event to an endpoint, by outcome.',
    labelNames: ['outcome'],
    registers: [counted],
  });
  const refusedSignatures = new Counter({
    name: 'gateway_webhook_signatures_refused_total',
    help: "Calls of the gateway's webhook whose signature was missing, wrong or too old.",
    registers: [counted],
  });
  const refusedKeys = new Counter({
    name: 'platform_admin_keys_refused_total',
    help: 'Calls of the admin API with a key that is unknown, revoked or expired.',
    registers: [counted],
  });
  const removed = new Counter({
    name: 'platform_retention_removed_rows_total',
    help: 'Expired rows that were deleted, by table.',
    labelNames: ['table'],
    registers: [counted],
  });
  return { objectives, mails, webhooks, refusedSignatures, refusedKeys, removed };
}

const createSeries = (counted: Registry) => ({ ...createDurations(counted), ...createCounters(counted) });

/** Starts each series with the value 0. Otherwise, a rate would not include the first event. */
function beginAtZero({ objectives, effects, mails, webhooks, removed }: ReturnType<typeof createSeries>): void {
  for (const objective of objectiveNames) for (const outcome of objectiveOutcomes) objectives.inc({ objective, outcome }, 0);
  for (const effect of effectNames) effects.zero({ effect });
  for (const outcome of emailOutcomes) mails.inc({ outcome }, 0);
  for (const outcome of webhookOutcomes) webhooks.inc({ outcome }, 0);
  for (const table of removedTables) removed.inc({ table }, 0);
}

/** Each response has its own registry, so that a gauge without a value is absent instead of zero. */
function createGauges(gauges: Readonly<Record<string, number>>): Registry {
  const now = new Registry();
  for (const [name, value] of Object.entries(gauges)) {
    const series = { name, help: name.replaceAll('_', ' '), registers: [now] };
    if (name.endsWith('_total')) new Counter(series).inc(value);
    else new Gauge(series).set(value);
  }
  return now;
}

/** @param pool returns the figures of the PostgreSQL pool; undefined for the embedded database */
export function createMetrics(pool: (() => PoolFigures) | undefined, startedMs = Date.now()): Metrics {
  const counted = new Registry();
  const series = createSeries(counted);
  beginAtZero(series);
  const { requests, objectives, effects, gateway, jobs, mails, webhooks, refusedSignatures, refusedKeys, removed } = series;
  return {
    contentType: counted.contentType,
    countRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    countObjective: (objective, outcome) => objectives.inc({ objective, outcome }),
    countEffect: (effect, seconds) => effects.observe({ effect }, seconds),
    countGatewayCall: (method, status, seconds) => gateway.observe({ method, status }, seconds),
    countEmail: (outcome) => mails.inc({ outcome }),
    countWebhook: (outcome) => webhooks.inc({ outcome }),
    countRefusedSignature: () => refusedSignatures.inc(),
    countRefusedKey: () => refusedKeys.inc(),
    countRemoved: (table, rows) => removed.inc({ table }, rows),
    countJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    text: async (gauges) => {
      const { heapUsed, rss } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const now = createGauges({
        process_start_time_seconds: startedMs / 1000,
        process_resident_memory_bytes: rss,
        process_heap_bytes: heapUsed,
        process_cpu_seconds_total: (user + system) / 1e6,
        ...eventLoop(),
        ...(pool && poolGauges(pool())),
        ...gauges,
      });
      return Registry.merge([counted, now]).metrics();
    },
  };
}
