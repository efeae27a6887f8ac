import { createHash } from 'node:crypto';
import type { Organization, ProjectSummary, Tier } from '#contract/types.ts';
import { partnerNames } from '#lib/managed-by.ts';
import { CHANGES_A_DAY, countedFromSeconds, isAlwaysAllowed, limitReason, nextChangeSeconds } from '#server/domain/change-limit.ts';
import { PlatformError } from '#server/platform-error.ts';
import { appliedSince } from '#server/store/changes.ts';
import { findOrganization, type OrganizationRow } from '#server/store/organizations.ts';
import { captchaUse, countOne, uncountOne, useCaptchaToken, type CaptchaUse, type LimitCount, type Limit } from '#server/store/limits.ts';
import type { Database } from '#server/database/database.ts';
import { membersAtFreeProjectLimit } from '#server/store/members.ts';
import { type PaymentContext, realNow, type Requester } from './context.ts';

const refusal = (field: string): PlatformError =>
  new PlatformError('rule_violated', 'The captcha was not passed, or its token was used before. Try again.', {
    fields: [{ path: field, message: 'is not a fresh captcha token' }],
  });

const MAX_UNRECORDED = 1_000;
/** By token hash. The token was verified, but its use could not be stored, and it cannot be verified a second time. */
const unrecordedUses = new Map<string, CaptchaUse>();

function keepUnrecorded(hash: string, attempt: CaptchaUse): void {
  unrecordedUses.set(hash, attempt);
  const [oldest] = unrecordedUses.keys();
  if (unrecordedUses.size > MAX_UNRECORDED && oldest !== undefined) unrecordedUses.delete(oldest);
}

const isSame = (a: CaptchaUse, b: CaptchaUse): boolean => a.key !== null && a.key === b.key && a.organizationId === b.organizationId;

/**
 * Retries of the same attempt pass, even if the database failed after the check. A token stays unused if it could not be verified.
 * @throws {PlatformError} 422 for an invalid, expired or used token; `gateway_unavailable` if it cannot be verified
 */
export async function passCaptcha(
  { db, captcha }: Pick<PaymentContext, 'db' | 'captcha'>,
  attempt: CaptchaUse,
  token: string,
  field: string,
): Promise<void> {
  const hash = createHash('sha256').update(token).digest('base64url');
  const used = await captchaUse(db, hash);
  if (used && isSame(used, attempt)) return;
  if (used) throw refusal(field);
  const kept = unrecordedUses.get(hash);
  const verdict = kept && isSame(kept, attempt) ? 'passed' : await captcha.verify(token);
  if (verdict === 'unavailable') throw new PlatformError('gateway_unavailable', 'The captcha could not be checked. Try again in a moment.');
  if (verdict === 'refused') throw refusal(field);
  const { organizationId, key } = attempt;
  const isFirst = await useCaptchaToken(db, hash, { organizationId, key }, realNow()).catch((error: unknown) => {
    keepUnrecorded(hash, { organizationId, key });
    throw error;
  });
  unrecordedUses.delete(hash);
  // Only the first of several concurrent requests can use the token.
  if (!isFirst) throw refusal(field);
}

const runsNothing: readonly ProjectSummary['status'][] = ['INACTIVE', 'GOING_DOWN'];

/**
 * Refuses Free if projects are running and members have reached their limit of active Free projects.
 * @throws {PlatformError} 422 naming these members and their limits
 */
export async function refuseMembersOverLimit(
  db: Database,
  organizationId: number,
  statuses: readonly ProjectSummary['status'][],
): Promise<void> {
  if (statuses.every((status) => runsNothing.includes(status))) return;
  const members = await membersAtFreeProjectLimit(db, organizationId);
  if (members.length === 0) return;
  const named = members.map(({ username, freeProjectLimit }) => `${username} (limit: ${freeProjectLimit})`).join(', ');
  throw new PlatformError(
    'rule_violated',
    `These members have reached their limit of active Free projects: ${named}. Let them pause, delete or upgrade projects of other organizations first, or pause the projects of this one.`,
  );
}

/** Calls per minute of real time: for each member of an organization, and for the whole organization. */
const limits = {
  setup_intent: { member: 10, organization: 30 },
  top_up: { member: 10, organization: 30 },
  use_credits: { member: 10, organization: 30 },
  pay_invoice: { member: 10, organization: 30 },
  payment_link: { member: 30, organization: 90 },
  preview: { member: 120, organization: 360 },
} as const;

type Limited = keyof typeof limits;

/** Reads above this limit do not call the gateway. They return stored data. */
const looks: Limit = { name: 'gateway_look', most: 60, seconds: 60 };

export async function mayLook({ db }: Pick<PaymentContext, 'db'>, { memberId }: Requester): Promise<boolean> {
  return (await countOne(db, looks, String(memberId))).count <= looks.most;
}

/** A running lookup counts 1, a successful lookup 0, and a failed lookup 5, so 30 failures reach the limit. */
const lookups: Limit = { name: 'card_lookup', most: 150, seconds: 60 };
const failedLookup = 5;

const tooMany = ({ endsInSeconds }: LimitCount): PlatformError =>
  new PlatformError('too_many_requests', 'Too many requests. Wait a moment and try again.', {
    headers: { 'Retry-After': String(endsInSeconds) },
  });

async function countWithin({ db }: Pick<PaymentContext, 'db'>, limit: Limit, key: string): Promise<void> {
  const counted = await countOne(db, limit, key);
  if (counted.count > limit.most) throw tooMany(counted);
}

/**
 * Counts the member, then the organization. A call over the member's limit does not count for the organization, so one member cannot
 * exhaust the organization's limit.
 * @throws {PlatformError} 429 with the seconds to wait
 */
export async function countAgainst(
  payments: Pick<PaymentContext, 'db'>,
  name: Limited,
  { organizationId, memberId }: Requester,
): Promise<void> {
  const { member, organization } = limits[name];
  await countWithin(payments, { name: `${name}:member`, most: member, seconds: 60 }, `${organizationId}:${memberId}`);
  await countWithin(payments, { name: `${name}:organization`, most: organization, seconds: 60 }, String(organizationId));
}

export interface CardLookup {
  readonly succeeded: () => Promise<void>;
  readonly failed: () => Promise<void>;
}

/**
 * Counts across all organizations of the member.
 * @throws {PlatformError} 429 with the seconds to wait
 */
export async function countLookup({ db }: Pick<PaymentContext, 'db'>, { memberId }: Requester): Promise<CardLookup> {
  const key = String(memberId);
  const counted = await countOne(db, lookups, key);
  const succeeded = (): Promise<void> => uncountOne(db, lookups, key);
  if (counted.count > lookups.most) {
    await succeeded();
    throw tooMany(counted);
  }
  const failed = async (): Promise<void> => {
    await countOne(db, lookups, key, failedLookup - 1);
  };
  return { succeeded, failed };
}

type Feature = Organization['disabled_features'][number];

const names: Readonly<Partial<Record<Feature, string>>> = {
  'billing:all': 'Billing',
  'billing:account_data': 'Billing details',
  'billing:payment_methods': 'Payment methods',
  'billing:credits': 'Credits',
  'billing:invoices': 'Invoices',
};

/** @throws {PlatformError} 403 if the feature or all of billing is disabled for the organization */
export async function requireFeature(
  { db }: Pick<PaymentContext, 'db'>,
  organizationId: number,
  feature: Feature,
): Promise<OrganizationRow> {
  const organization = await findOrganization(db, organizationId);
  const off = (['billing:all', feature] as const).find((name) => organization.disabledFeatures.includes(name));
  if (off) throw new PlatformError('forbidden', `${names[off] ?? 'This'} is not available for this organization`);
  return organization;
}

/**
 * Like `requireFeature`, but also refuses partner-managed billing.
 * @throws {PlatformError} 422 naming the partner
 */
export async function requireOwnBilling(
  payments: Pick<PaymentContext, 'db'>,
  organizationId: number,
  feature: Feature,
): Promise<OrganizationRow> {
  const organization = await requireFeature(payments, organizationId, feature);
  const { billingPartner } = organization;
  if (billingPartner !== null)
    throw new PlatformError('rule_violated', `Billing of this organization is managed by ${partnerNames[billingPartner]}`);
  return organization;
}

/**
 * Counts plan changes in the last 24 hours of platform time. The caller must hold the organization lock.
 * @throws {PlatformError} 429 `plan_change_limit`, with the seconds until the next change is possible
 */
export async function refuseOverLimit(
  tx: Database,
  organizationId: number,
  { tier, capOn }: { tier: Tier; capOn: boolean },
  nowSeconds: number,
): Promise<void> {
  if (isAlwaysAllowed(tier, capOn)) return;
  const applied = await appliedSince(tx, organizationId, countedFromSeconds(nowSeconds), CHANGES_A_DAY);
  const next = nextChangeSeconds(applied, nowSeconds);
  if (next === null) return;
  throw new PlatformError('plan_change_limit', limitReason(next), { headers: { 'Retry-After': String(next - nowSeconds) } });
}

const resends = { name: 'send_again', most: 1, seconds: 60 } as const;

interface ResentNotice {
  readonly organizationId: number;
  /** Members and staff share one limit per invoice. */
  readonly what: { readonly invoiceId: string } | { readonly noticeId: number };
}

/**
 * Allows one email per minute of real time.
 * @throws {PlatformError} 429 `sent_recently`, with the seconds to wait
 */
export async function countResend(tx: Database, { organizationId, what }: ResentNotice): Promise<void> {
  const key = 'invoiceId' in what ? what.invoiceId : `notice-${what.noticeId}`;
  const { count, endsInSeconds } = await countOne(tx, resends, `${organizationId}:${key}`);
  if (count <= resends.most) return;
  throw new PlatformError('sent_recently', 'This email was sent again less than a minute ago', {
    headers: { 'Retry-After': String(endsInSeconds) },
  });
}
