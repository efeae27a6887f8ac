import type { Context } from '#server/context.ts';
import { readDatabaseCondition } from '#server/database/database-condition.ts';
import { readSetting } from '#server/database/settings.ts';
import { readBacklog } from '#server/store/backlog.ts';
import { daysOfKeys } from '#server/store/provisioning/api-keys.ts';
import { notReady, type Readiness } from './health-answers.ts';

/** Maximum duration of a database check in ms. After that, load balancers should use another process. */
const patienceMs = 2000;

export interface ProcessHealth {
  /** @param requestId request ID for the log; absent if no request caused the check */
  readonly readiness: (requestId?: string) => Promise<Readiness>;
  readonly figures: (requestId?: string) => Promise<string>;
  readonly contentType: string;
}

type Parts = Pick<Context, 'db' | 'ping' | 'metrics' | 'lifecycle' | 'log' | 'payments' | 'clock'>;

export function processHealth({ db, ping, metrics, lifecycle, log, payments, clock }: Parts): ProcessHealth {
  const databaseAnswers = async (requestId: string | undefined): Promise<boolean> => {
    try {
      await within(patienceMs, ping());
      return true;
    } catch (error) {
      log.error({ err: error, requestId }, 'the database does not answer');
      return false;
    }
  };
  const startedSeconds = clock.nowSeconds();
  const switches = async (): Promise<Record<string, number>> => ({
    platform_admin_key_days_left: await daysOfKeys(db, clock.nowSeconds()),
    platform_charges_paused: Number((await readSetting(db, 'charges_pause')) !== null),
    // Before the first retention run, reports the time since the start of the process.
    platform_retention_age_seconds: clock.nowSeconds() - ((await readSetting(db, 'retention_ran_at')) ?? startedSeconds),
  });
  return {
    contentType: metrics.contentType,
    readiness: async (requestId) => {
      if (lifecycle.stopping) return notReady('stopping');
      if (!(await databaseAnswers(requestId))) return notReady('database');
      // Reports a process with paused payments as ready, because pages still work. Load balancers send no requests to an unready process.
      const paused = payments.pause();
      const isStopped = paused === null && (await readSetting(db, 'charges_pause')) !== null;
      const pause: Readonly<Record<string, string>> =
        paused !== null ? { payments: 'paused', why: paused } : isStopped ? { payments: 'paused', why: 'charges_paused' } : {};
      return { isReady: true, body: { status: 'ready', ...pause } };
    },
    figures: async (requestId) => {
      const isUp = await databaseAnswers(requestId);
      return metrics.text({
        platform_database_up: Number(isUp),
        platform_payments_paused: Number(payments.pause() !== null),
        ...(isUp ? { ...(await switches()), ...(await waiting(db)), ...(await condition(db)) } : {}),
      });
    },
  };
}

/** Gauges of waiting work; empty while the database is unavailable. */
async function waiting(db: Context['db']): Promise<Record<string, number>> {
  const { eventsWaiting, workWaiting, workDead, paymentsUnanswered, paymentsUnknown, refundsWaiting, organizationsFailing, ...others } =
    await readBacklog(db);
  return {
    platform_gateway_events_waiting: eventsWaiting,
    platform_gateway_work_waiting: workWaiting,
    platform_gateway_work_dead: workDead,
    platform_payments_unanswered: paymentsUnanswered,
    platform_payments_unknown: paymentsUnknown,
    platform_refunds_waiting: refundsWaiting,
    platform_organizations_failing: organizationsFailing,
    platform_gateway_events_lag_seconds: others.eventsLagSeconds,
    platform_gateway_work_lag_seconds: others.workLagSeconds,
    platform_webhooks_waiting: others.webhooksWaiting,
    platform_webhooks_lag_seconds: others.webhooksLagSeconds,
    platform_webhook_endpoints_disabled: others.endpointsDisabled,
    platform_mails_waiting: others.emailsWaiting,
    platform_mails_lag_seconds: others.emailsLagSeconds,
    platform_mails_refused: others.emailsRefused,
    platform_addresses_bounced: others.addressesBounced,
    platform_price_books_refused: others.priceBooksRefused,
    platform_usage_held_batches: others.usageHeld,
    platform_jobs_dead: others.jobsDead,
  };
}

/** Gauges of archiving and replication. A gauge is absent if the database does not report its value. */
async function condition(db: Context['db']): Promise<Record<string, number>> {
  const { archiveAgeSeconds, replicationLagBytes } = await readDatabaseCondition(db);
  return {
    ...(archiveAgeSeconds === null ? {} : { database_archive_age_seconds: archiveAgeSeconds }),
    ...(replicationLagBytes === null ? {} : { database_replication_lag_bytes: replicationLagBytes }),
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
