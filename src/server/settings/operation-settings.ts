import { usualConnection, type ConnectionSettings } from '#server/database/connection-settings.ts';
import type { SecretKeys } from '#server/database/secret-keys.ts';
import type { SettingValues } from './settings-schema.ts';
import { StartError } from '#server/start/start-error.ts';

export interface TraceSettings {
  readonly endpoint: string;
  readonly serviceName: string;
}

export interface RequestLimits {
  readonly perMember: number;
  readonly perOrganization: number;
  readonly perKey: number;
  /** Maximum number of concurrent requests of a client address without session or key. */
  readonly perAddress: number;
  /** Maximum number of waiting requests of an organization, key, member or address. */
  readonly mostWaiting: number;
  readonly waitSeconds: number;
  /** Maximum number of concurrent requests that compute on the main thread. */
  readonly mostHeavy: number;
}

export interface OperationSettings {
  readonly connection: ConnectionSettings;
  readonly requestLimits: RequestLimits;
  /** Number of worker threads that create PDFs, CSV files and archives. */
  readonly documentThreads: number;
  /** Additional port for health checks and metrics, served by a separate thread; null to open no such port. */
  readonly healthPort: number | null;
  /** Separate port of the admin API; null to serve the admin API on `PORT`. */
  readonly adminPort: number | null;
  /** Seconds for which a stopping process still accepts requests, so that load balancers have time to stop sending them. */
  readonly drainSeconds: number;
  /** Time limit in seconds for requests that are still in progress after `drainSeconds`. */
  readonly stopSeconds: number;
  readonly traces: TraceSettings | null;
  /** Previous secrets, which stay valid until all programs use the new secrets. */
  readonly previous: { readonly serviceToken: string | null; readonly metricsToken: string | null };
}

const successors = [
  ['SERVICE_TOKEN', 'SERVICE_TOKEN_PREVIOUS'],
  ['METRICS_TOKEN', 'METRICS_TOKEN_PREVIOUS'],
  ['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_PREVIOUS'],
] as const;

/** @throws {StartError} for a previous secret without a current secret */
export function readOperation(values: SettingValues): OperationSettings {
  refuseLonePrevious(values);
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    connection: readConnection(values),
    requestLimits: {
      perMember: values.REQUESTS_PER_MEMBER,
      perOrganization: values.REQUESTS_PER_ORGANIZATION,
      perKey: values.REQUESTS_PER_KEY,
      perAddress: values.REQUESTS_PER_ADDRESS,
      mostWaiting: values.REQUESTS_WAITING,
      waitSeconds: values.REQUEST_WAIT_SECONDS,
      mostHeavy: values.HEAVY_REQUESTS,
    },
    documentThreads: values.DOCUMENT_THREADS,
    healthPort: values.HEALTH_PORT ?? null,
    adminPort: values.ADMIN_PORT ?? null,
    drainSeconds: values.DRAIN_SECONDS,
    stopSeconds: values.STOP_SECONDS,
    traces: endpoint === undefined ? null : { endpoint, serviceName: values.OTEL_SERVICE_NAME },
    previous: { serviceToken: values.SERVICE_TOKEN_PREVIOUS ?? null, metricsToken: values.METRICS_TOKEN_PREVIOUS ?? null },
  };
}

function refuseLonePrevious(values: SettingValues): void {
  for (const [successor, previous] of successors)
    if (values[previous] !== undefined && values[successor] === undefined)
      throw new StartError(`${previous} needs ${successor}, which replaces it.`);
}

export const readSecretKeys = (values: SettingValues): SecretKeys => ({
  current: values.SECRETS_KEY ?? null,
  previous: values.SECRETS_KEY_PREVIOUS ?? null,
});

export const readConnection = (values: SettingValues): ConnectionSettings => ({
  ...usualConnection,
  poolSize: values.DATABASE_POOL_SIZE,
  isPooled: values.DATABASE_POOLER,
  statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
  idleTimeoutMs: values.DATABASE_IDLE_TIMEOUT_SECONDS * 1000,
  applicationName: values.DATABASE_APPLICATION_NAME,
  isTraced: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
});
