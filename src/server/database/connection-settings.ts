import type pg from 'pg';

export interface ConnectionSettings {
  /** Maximum number of connections of the pool. Health checks use an additional connection. */
  readonly poolSize: number;
  /** True if DATABASE_URL is a transaction pooler such as PgBouncer, which keeps no session state between transactions. */
  readonly isPooled: boolean;
  readonly statementTimeoutMs: number;
  /** Maximum idle time inside a transaction. */
  readonly idleTimeoutMs: number;
  readonly applicationName: string;
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

export type TransactionTimeouts = Readonly<Record<string, string>>;

const timeoutsOf = ({ statementTimeoutMs, idleTimeoutMs }: ConnectionSettings) => ({
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleTimeoutMs,
});

/** A transaction pooler rejects connections that set timeouts, so each transaction sets its timeouts. */
export const poolConfig = (settings: ConnectionSettings): pg.PoolConfig => ({
  max: settings.poolSize,
  application_name: settings.applicationName,
  ...(settings.isPooled ? {} : timeoutsOf(settings)),
});

export const transactionTimeouts = (settings: ConnectionSettings): TransactionTimeouts =>
  settings.isPooled ? Object.fromEntries(Object.entries(timeoutsOf(settings)).map(([name, ms]) => [name, String(ms)])) : {};

/** Makes a client send statements without names, because sessions of a pooler are shared and cannot reuse prepared statements. */
export function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (first: unknown): unknown =>
    typeof first === 'object' && first && 'name' in first ? { ...first, name: undefined } : first;
  client.query = ((first: unknown, ...rest: unknown[]) => query(unnamed(first), ...rest)) as typeof client.query;
}
