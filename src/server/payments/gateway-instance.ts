import type { Database } from '#server/database/database.ts';
import type { GatewayCustomer, Metadata } from '#server/gateway/gateway-objects.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { GatewayError, PauseReason } from '#server/gateway/gateway-result.ts';
import type { Log } from '#server/tracing/log.ts';
import { anyGatewayCustomer } from '#server/store/customers.ts';
import {
  findInstance,
  instanceOf,
  recordReservedCustomer,
  raiseInstance,
  replaceInstance,
  type InstanceRow,
} from '#server/store/gateway-instance.ts';
import { laterBy, realNow, type GatewayInstance, type InstanceState } from './context.ts';
import { askGateway, describeError, isServerFailure } from './gateway-calls.ts';
import { newId } from './ids.ts';

/** The reserved customer records which database owns the gateway. Nothing is sent to this address. */
const reservedEmail = 'platform-instance@organization-billing.invalid';
const reservedName = 'Reserved: says which database the payments belong to. Do not delete.';
const raiseEveryMs = 3_600_000;
const askAgainMs = 1000;

interface Parts {
  readonly db: Database;
  readonly gateway: PaymentGateway;
  readonly log: Log;
}

const sentences: Readonly<Record<PauseReason, string>> = {
  other_instance: 'the payment gateway belongs to another database',
  behind: 'the payment gateway has been used by a later copy of this database',
  unknown_database: 'the payment gateway does not know this database: it is another account, or its folder was removed',
};

export const pauseSentence = (reason: PauseReason): string =>
  `Payments are paused: ${sentences[reason]}. To continue with this database, run: npm run gateway:adopt`;

/** @param parts contains the unguarded gateway, because the check writes even while other writes are blocked */
export function createGatewayInstance(parts: Parts): GatewayInstance {
  let instanceStanding: InstanceState = { kind: 'unverified' };
  let checking: Promise<InstanceState> | null = null;
  let hasRisen = false;
  let askedAt = 0;

  const recordState = (next: InstanceState): InstanceState => {
    const before = instanceStanding;
    instanceStanding = next;
    const was = before.kind === 'paused' ? before.reason : null;
    if (next.kind === 'paused' && next.reason !== was)
      parts.log.error({ event: 'gateway_writes_paused', reason: next.reason }, pauseSentence(next.reason));
    if (next.kind === 'ours' && was !== null) parts.log.warn({ event: 'gateway_writes_resumed' }, 'payments go on');
    return next;
  };
  /** Blocks writes until the gateway has stored an increased counter. All copies of the database are then outdated. */
  const verify = async (): Promise<InstanceState> => {
    const found = await reservedCustomer(parts);
    if (found === 'no answer') return instanceStanding;
    if (typeof found === 'string') return recordState({ kind: 'paused', reason: found });
    if (!(await raise(parts, found.id, !hasRisen)) && !hasRisen) return instanceStanding;
    hasRisen = true;
    return recordState({ kind: 'ours' });
  };
  const check = (): Promise<InstanceState> => {
    checking ??= verify().finally(() => {
      checking = null;
      askedAt = Date.now();
    });
    return checking;
  };
  return {
    instanceStanding: () => instanceStanding,
    check,
    refusal: async () => {
      // If the last check got no response, the next check runs only after a pause, not at every call.
      const isKnown = instanceStanding.kind !== 'unverified' || Date.now() < askedAt + askAgainMs;
      const known = isKnown ? instanceStanding : await check();
      if (known.kind === 'ours') return null;
      return { kind: 'paused', reason: known.kind === 'paused' ? known.reason : 'unverified', requestId: null };
    },
  };
}

const ownRow = (db: Database): Promise<InstanceRow> => instanceOf(db, { instanceId: newId('inst'), raisedAt: new Date(0) });

const metadataOf = ({ instanceId, counter, marks: [mark = ''] }: Pick<InstanceRow, 'instanceId' | 'counter' | 'marks'>): Metadata => ({
  platform_instance: instanceId,
  platform_counter: String(counter),
  platform_mark: mark,
});

function pauseReason(row: InstanceRow, metadata: Metadata): PauseReason | null {
  if (metadata['platform_instance'] !== row.instanceId) return 'other_instance';
  const { platform_counter: counter = '0', platform_mark: mark } = metadata;
  return Number(counter) > row.counter || (mark !== undefined && !row.marks.includes(mark)) ? 'behind' : null;
}

async function reservedCustomer(parts: Parts): Promise<GatewayCustomer | PauseReason | 'no answer'> {
  const { db, log } = parts;
  const row = await ownRow(db);
  const found = await findReserved(parts, row);
  if (found === null) return 'unknown_database';
  if ('kind' in found) {
    log.warn({ event: 'gateway_instance_unread', reason: describeError(found) }, 'the owner of the payment gateway could not be read');
    return 'no answer';
  }
  // A database stores each mark in its row before it sends the mark to the gateway. If the row lacks the gateway's mark, a copy of the
  // database has sent this mark.
  const now = (await findInstance(db)) ?? row;
  const reason = pauseReason(now, found.metadata);
  if (reason !== null) return reason;
  if (now.customerId === null) await recordReservedCustomer(db, found.id);
  return found;
}

/**
 * Creates the reserved customer if there is none.
 * @returns null if the gateway does not know this database's customers
 */
async function findReserved({ db, gateway }: Parts, row: InstanceRow): Promise<GatewayCustomer | GatewayError | null> {
  if (row.customerId !== null) return knownCustomer(gateway, row.customerId);
  const reserved = await oldestReserved(gateway);
  if (reserved !== null) return reserved;
  const someone = await anyGatewayCustomer(db);
  const known = someone === null ? 'no customer' : await knownCustomer(gateway, someone);
  if (known === null || (typeof known === 'object' && 'kind' in known)) return known;
  // If two databases create a reserved customer concurrently, the older customer counts.
  return (await makeReserved(gateway, row.instanceId)) ?? oldestReserved(gateway);
}

async function knownCustomer(gateway: PaymentGateway, id: string): Promise<GatewayCustomer | GatewayError | null> {
  const read = await askGateway(() => gateway.retrieveCustomer(id));
  if (read.ok) return read.value;
  return read.error.kind === 'not_found' ? null : read.error;
}

async function oldestReserved(gateway: PaymentGateway): Promise<GatewayCustomer | GatewayError | null> {
  const listed = await askGateway(() => gateway.listCustomers({ email: reservedEmail }));
  return listed.ok ? (listed.value.at(-1) ?? null) : listed.error;
}

/** Input and key are constant, so concurrent processes create only one customer. */
async function makeReserved(gateway: PaymentGateway, instanceId: string): Promise<GatewayError | null> {
  const input = { email: reservedEmail, name: reservedName, metadata: { platform_instance: instanceId } };
  const key = `instance:${instanceId}`;
  const created = await askGateway(() => gateway.createCustomer(input, key));
  if (created.ok) return null;
  // After a server error, the gateway replays the error for a day, so the retry uses a new key.
  const again = isServerFailure(created.error)
    ? await askGateway(() => gateway.createCustomer(input, `${key}:${newId('again')}`))
    : created;
  return again.ok ? null : again.error;
}

/**
 * Increases the counter first in the database, then at the gateway. A crash can leave the gateway's counter too low, but never too high.
 * @param inAnyCase false to do nothing if any process has increased the counter within the last hour
 */
async function raise({ db, gateway, log }: Parts, customerId: string, inAnyCase: boolean): Promise<boolean> {
  const now = realNow();
  const row = await raiseInstance(db, newId('mark'), now, inAnyCase ? null : laterBy(now, -raiseEveryMs));
  if (row === null) return false;
  const failed = await tell(gateway, customerId, row);
  if (failed !== null)
    log.warn({ event: 'gateway_instance_unwritten', reason: describeError(failed) }, 'the gateway could not be told of a rise');
  return failed === null;
}

async function tell(gateway: PaymentGateway, customerId: string, row: Omit<InstanceRow, 'only'>): Promise<GatewayError | null> {
  const key = `instance:${row.instanceId}:${row.counter}`;
  const response = await askGateway(() => gateway.updateCustomer(customerId, { metadata: metadataOf(row) }, key));
  return response.ok ? null : response.error;
}

export interface Adoption {
  /** If true, the customers' cards are lost. */
  readonly customersAreUnknown: boolean;
}

/**
 * Makes this database the owner, so that all others stop writing. Safe to repeat.
 * @returns the error if a gateway call failed
 */
export async function adoptGateway({ db, gateway }: Omit<Parts, 'log'>): Promise<Adoption | GatewayError> {
  const row = await ownRow(db);
  const recorded = row.customerId === null ? null : await knownCustomer(gateway, row.customerId);
  const known = recorded ?? (await oldestReserved(gateway));
  if (known !== null && 'kind' in known) return known;
  const counter = Math.max(row.counter, Number(known?.metadata['platform_counter'] ?? 0)) + 1;
  const next = { instanceId: newId('inst'), counter, marks: [newId('mark')], customerId: known?.id ?? null, raisedAt: realNow() };
  await replaceInstance(db, next);
  const failed = known === null ? await makeReserved(gateway, next.instanceId) : await tell(gateway, known.id, next);
  if (failed !== null) return failed;
  const someone = await anyGatewayCustomer(db);
  return { customersAreUnknown: someone !== null && (await knownCustomer(gateway, someone)) === null };
}
