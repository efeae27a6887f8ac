import { emailKey, oneOfEachMailbox } from '#contract/email-address.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import type { Database } from '#server/database/database.ts';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { EmailLimits } from '#server/settings/email-settings.ts';
import { countOne, type LimitCount, type Limit } from '#server/store/limits.ts';
import {
  isConfirmationOnTheWay,
  isConfirmationWaiting,
  queueConfirmation,
  recordAddress,
  rememberConfirmed,
} from '#server/store/notices/confirmations.ts';
import { readRecipients } from '#server/store/notices/recipients.ts';
import { newId } from './ids.ts';

const hour = 3600;
const day = 86_400;

const saves = ({ recipientSaves }: EmailLimits): Limit => ({ name: 'recipient_saves', most: recipientSaves, seconds: hour });
const confirmations = ({ confirmations: most }: EmailLimits): Limit => ({ name: 'confirmations', most, seconds: day });
const resends = ({ resends: most }: EmailLimits): Limit => ({ name: 'resends', most, seconds: day });
const staffResends = ({ staffResends: most }: EmailLimits): Limit => ({ name: 'staff_resends', most, seconds: day });

export interface RecipientScope {
  readonly organizationId: number;
  readonly limits: EmailLimits;
  /** Platform time in seconds since 1970. The limits follow real time. */
  readonly nowSeconds: number;
}

/** Names the earliest time to try again, in platform time. Rounds the time up, because the message shows no seconds. */
export function limitRefusal(sentence: string, { endsInSeconds }: LimitCount, nowSeconds: number): PlatformError {
  const next = Math.ceil((nowSeconds + endsInSeconds) / MINUTE_SECONDS) * MINUTE_SECONDS;
  return new PlatformError('too_many_changes', `${sentence} Next possible at ${formatDateTime(next)}.`, {
    headers: { 'Retry-After': String(endsInSeconds) },
  });
}

const savesReached = ({ recipientSaves }: EmailLimits): string =>
  `Recipients can be added or replaced ${recipientSaves === 1 ? 'once' : `${recipientSaves} times`} an hour. Removing is always possible.`;
const confirmationsReached = ({ confirmations: most }: EmailLimits): string =>
  `An organization can send ${most} confirmation emails a day.`;
const resendsReached = ({ most }: Limit): string => `An email can be sent again ${most === 1 ? 'once' : `${most} times`} a day.`;

/**
 * Records new addresses and queues confirmation emails. Call this before the save, in its transaction and with the organization lock: if
 * the save is refused, the counters stay unchanged.
 * @throws {PlatformError} 429 with the time to try again
 */
export async function admitAddresses(
  tx: Database,
  addresses: readonly string[],
  { organizationId, limits, nowSeconds }: RecipientScope,
  isReplaced = false,
): Promise<void> {
  await rememberConfirmed(tx, organizationId, nowSeconds);
  const { named } = await readRecipients(tx, organizationId);
  const added = oneOfEachMailbox(addresses.filter((address) => !named.has(emailKey(address))));
  if (added.length === 0 && !isReplaced) return;
  const counted = await countOne(tx, saves(limits), String(organizationId));
  if (counted.count > limits.recipientSaves) throw limitRefusal(savesReached(limits), counted, nowSeconds);
  const toAsk: string[] = [];
  for (const address of added) {
    const place = { organizationId, address };
    if ((await recordAddress(tx, place, nowSeconds)) && !(await isConfirmationOnTheWay(tx, place, nowSeconds))) toAsk.push(address);
  }
  await sendConfirmations(tx, toAsk, { organizationId, limits, nowSeconds });
}

async function sendConfirmations(tx: Database, addresses: readonly string[], scope: RecipientScope): Promise<void> {
  if (addresses.length === 0) return;
  const { organizationId, limits, nowSeconds } = scope;
  const counted = await countOne(tx, confirmations(limits), String(organizationId), addresses.length);
  if (counted.count > limits.confirmations) throw limitRefusal(confirmationsReached(limits), counted, nowSeconds);
  for (const address of addresses) await queueConfirmation(tx, { organizationId, address }, { key: newId('conf'), nowSeconds });
}

/**
 * Sends nothing if an earlier email is queued. The caller must hold the organization lock.
 * @throws {PlatformError} 422 if the address needs no confirmation, 429 `too_many_changes` with the time to try again
 */
export async function sendConfirmationAgain(tx: Database, address: string, scope: RecipientScope): Promise<void> {
  const { organizationId, limits, nowSeconds } = scope;
  const { named, unconfirmed } = await readRecipients(tx, organizationId);
  const key = emailKey(address);
  if (!named.has(key) || !unconfirmed.has(key)) {
    const message = 'This address is no recipient that waits for a confirmation';
    throw new PlatformError('rule_violated', message, { fields: [{ path: 'body.address', message }] });
  }
  if (await isConfirmationWaiting(tx, { organizationId, address })) return;
  await countInDay(tx, resends(limits), `${organizationId}:${key}`, nowSeconds);
  await sendConfirmations(tx, [address], scope);
}

async function countInDay(tx: Database, limit: Limit, key: string, nowSeconds: number): Promise<void> {
  const counted = await countOne(tx, limit, key);
  if (counted.count > limit.most) throw limitRefusal(resendsReached(limit), counted, nowSeconds);
}

/**
 * Counts the emails that members send again for an invoice. The limit applies to a day of real time.
 * @throws {PlatformError} 429 `too_many_changes` with the time to try again
 */
export const countInvoiceResend = (tx: Database, invoiceId: string, scope: RecipientScope): Promise<void> =>
  countInDay(tx, resends(scope.limits), `${scope.organizationId}:${invoiceId}`, scope.nowSeconds);

/**
 * Counts the emails of a notice that staff send again. The limit applies per day of real time.
 * @throws {PlatformError} 429 `too_many_changes` with the time to try again
 */
export const countStaffResend = (tx: Database, noticeId: number, scope: RecipientScope): Promise<void> =>
  countInDay(tx, staffResends(scope.limits), `${scope.organizationId}:${noticeId}`, scope.nowSeconds);

export function requireRoom(before: readonly string[], after: readonly string[], { additionalRecipients: most }: EmailLimits): void {
  const known = new Set(before.map(emailKey));
  if (after.length <= most || after.every((address) => known.has(emailKey(address)))) return;
  const message = `Add at most ${most} recipients`;
  throw new PlatformError('rule_violated', message, { fields: [{ path: 'body.additional_billing_emails', message }] });
}
