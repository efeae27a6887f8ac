import type pg from 'pg';

/** How this process uses PostgreSQL. */
export interface ConnectionSettings {
  /** Connections at most, besides one that only asks whether the database answers. */
  readonly poolSize: number;
  /** True where DATABASE_URL is a pooler that gives a connection for one transaction, such as PgBouncer: no session keeps anything. */
  readonly isPooled: boolean;
  /** What a statement may take. */
  readonly statementTimeoutMs: number;
  /** How long a transaction may wait for its process. */
  readonly idleTimeoutMs: number;
  readonly applicationName: string;
  /** Whether each statement tells of itself to a collector of traces. */
  readonly isTraced: boolean;
}

export const usualConnection: ConnectionSettings = {
  poolSize: 10,
  isPooled: false,
  statementTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  applicationName: 'billing',
  isTraced: false,
};

/** Timeouts that each transaction sets for itself, as text by the database's name for it. */
export type TransactionTimeouts = Readonly<Record<string, string>>;

const timeoutsOf = ({ statementTimeoutMs, idleTimeoutMs }: ConnectionSettings) => ({
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleTimeoutMs,
});

/** Settings of the pool. A pooler refuses timeouts at the start of a connection: transactions set them there. */
export const poolConfig = (settings: ConnectionSettings): pg.PoolConfig => ({
  max: settings.poolSize,
  application_name: settings.applicationName,
  ...(settings.isPooled ? {} : timeoutsOf(settings)),
});

export const transactionTimeouts = (settings: ConnectionSettings): TransactionTimeouts =>
  settings.isPooled ? Object.fromEntries(Object.entries(timeoutsOf(settings)).map(([name, ms]) => [name, String(ms)])) : {};

/** Named statements live in a session, which a pooler hands to others: without names each is parsed where it runs. */
export function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (first: unknown): unknown =>
    typeof first === 'object' && first && 'name' in first ? { ...first, name: undefined } : first;
  client.query = ((first: unknown, ...rest: unknown[]) => query(unnamed(first), ...rest)) as typeof client.query;
}
