import { formatDateTime } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { findBook } from '#server/store/price-books.ts';
import { readLimits } from '#server/store/staff/approval-limits.ts';
import { listApprovals, type ApprovalRow } from '#server/store/staff/approvals.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';
import { staffActs } from './approval-decisions.ts';
import { heldUsageEffect, isHeldUsage } from './by-effect/held-usage-acts.ts';
import { planChangeWords, staffWords } from '#server/domain/staff/staff-rules.ts';
import { previewRequested } from './staff-action.ts';

const termsSaving = (cents: number): string => `a cycle costs up to ${formatCents(cents)} less on this plan or a higher one`;

export function wordsOfRequest({ kind, amountCents, reason, subject, input }: ApprovalRow): string {
  switch (kind) {
    case 'approval_limits':
      return 'Other approval limits';
    case 'price_book':
      return `Price book ${subject}: the last cycles would have cost ${formatCents(amountCents)} less`;
    case 'usage':
    case 'usage_correction':
      return `Held for review: ${reason}`;
    case 'terms':
      return `Contract or discounts of ${subject}: ${termsSaving(amountCents)}`;
    default:
      return staffWords[kind](amountCents, reason, kind === 'plan_change' ? planChangeWords(input) : '');
  }
}

export interface ShownRequest {
  readonly id: string;
  readonly what: string;
  /** Organization that the request is about; null if it is about the whole platform. */
  readonly organization: string | null;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** Texts that describe what would happen if the request were approved now, or why it cannot be approved. */
  readonly effect: readonly string[];
}

const mostShown = 50;

async function limitsEffect(db: Database, { input }: ApprovalRow): Promise<string[]> {
  const now = await readLimits(db);
  const wanted = input as Record<string, number>;
  const line = (name: string, before: number, after = before): string =>
    `${name}: ${formatCents(before)} becomes ${formatCents(after)} within 24 hours`;
  return [
    line('One person', now.person, wanted['person_cents']),
    line('In one organization', now.organization, wanted['organization_cents']),
    line('All together', now.platform, wanted['platform_cents']),
  ];
}

async function bookEffect(db: Database, { subject, amountCents }: ApprovalRow): Promise<string[]> {
  const book = await findBook(db, subject);
  if (book?.state !== 'waiting') return ["It can't be done now: the price book was withdrawn"];
  return [
    `The last cycles of all organizations would have cost ${formatCents(amountCents)} less`,
    `It applies to cycles that begin from ${formatDateTime(book.effectiveAtSeconds)} on`,
  ];
}

const termsEffect = ({ input, amountCents }: ApprovalRow): string[] => [
  `With the usage of the last cycle, ${termsSaving(amountCents)}`,
  ...('contract' in input ? [`Contract: ${JSON.stringify(input['contract'])}`] : []),
  ...('discounts' in input ? [`Discounts: ${JSON.stringify(input['discounts'])}`] : []),
];

async function effectOf(db: Database, row: ApprovalRow, nowSeconds: number): Promise<{ what: string; effect: string[] }> {
  const { subject, amountCents, id: approvalId, kind, requestedBy } = row;
  const what = wordsOfRequest(row);
  if (kind === 'approval_limits') return { what, effect: await limitsEffect(db, row) };
  if (kind === 'price_book') return { what, effect: await bookEffect(db, row) };
  if (kind === 'terms') return { what, effect: termsEffect(row) };
  if (isHeldUsage(row)) return { what, effect: await heldUsageEffect(db, row) };
  const key = { id: requestedBy, name: requestedBy, scopes: [] };
  // The input was validated when the request was made.
  const input = row.input as never;
  const order = { subject, input, amountCents, approvalId, at: instantOf(nowSeconds), key };
  try {
    const { entries, invoice } = await db.transaction((tx) => previewRequested(tx, staffActs[kind], order));
    const lines = entries.map(({ account, amount_cents: cents }) => `${account.replaceAll('_', ' ')}: ${formatCents(cents)}`);
    const invoiceEffect = invoice
      ? [`Invoice ${invoice.number ?? invoice.id} is then ${invoice.status}, with ${formatCents(invoice.amount_due_cents)} to pay`]
      : [];
    return { what, effect: [...lines, ...invoiceEffect] };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { what, effect: [`It can't be done now: ${error.message}`] };
  }
}

export interface RequestsPage {
  readonly requests: readonly ShownRequest[];
  readonly older: number | null;
}

export async function shownRequests(db: Database, nowSeconds: number, before?: number): Promise<RequestsPage> {
  const found = await listApprovals(db, { state: 'pending', before, limit: mostShown + 1 });
  const rows = found.slice(0, mostShown);
  const owners = new Map((await keyOrigins(db)).map(({ id, owner }) => [id, owner]));
  const shown: ShownRequest[] = [];
  for (const row of rows) {
    const owner = owners.get(row.requestedBy);
    shown.push({
      id: row.id,
      organization: row.slug,
      reason: row.reason,
      requestedAt: row.requestedAt,
      requestedBy: owner === undefined ? row.requestedBy : `${owner} (${row.requestedBy})`,
      ...(await effectOf(db, row, nowSeconds)),
    });
  }
  return { requests: shown, older: found.length > mostShown ? (rows.at(-1)?.place ?? null) : null };
}
