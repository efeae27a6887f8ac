import type { Shape } from '#contract/types.ts';
import { cardName } from '#lib/card-name.ts';
import { activityPlaces as places, activityTitles as titles } from '#lib/texts/activity.ts';
import { fillText } from '#lib/texts/fill.ts';
import type { FieldValues } from './field-messages.ts';

type Entry = Shape<'ActivityEntry'>;
type About = NonNullable<Entry['about']>;

export interface LoggedChange {
  readonly what: string;
  readonly subject: string;
  readonly before: FieldValues;
  readonly after: FieldValues;
  readonly invoice: { readonly id: string; readonly number: string } | null;
  readonly project: { readonly ref: string; readonly name: string; readonly isThere: boolean } | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly budgetName: string | null;
  readonly tokenName: string | null;
  /** Text that members can read about a staff action; null for other entries. */
  readonly staffWords: string | null;
}

/** Kind of each subject in the activity filter. Members can read only entries of these subjects. */
export const kindOfThing = {
  subscription: 'plan',
  plan_change: 'plan',
  discount: 'plan',
  top_up: 'payments',
  invoice: 'payments',
  credit_note: 'payments',
  refund: 'payments',
  dispute: 'payments',
  late_invoice: 'payments',
  card: 'cards',
  billing_details: 'details',
  organization: 'details',
  member: 'members',
  project: 'projects',
  addon: 'projects',
  budget: 'budgets',
  token: 'tokens',
  proposal: 'proposals',
  staff_action: 'staff',
} as const satisfies Readonly<Record<string, Entry['kind']>>;

export type LoggedThing = keyof typeof kindOfThing;

/** @param always the name of a field that is never empty; the log omits empty fields */
const isNew = ({ before, after }: LoggedChange, always: string): boolean => Object.keys(before).length === 0 && always in after;
const isGone = ({ before, after }: LoggedChange, always: string): boolean => Object.keys(after).length === 0 && always in before;

const onlyIn = ({ before, after }: LoggedChange, keys: readonly string[]): boolean =>
  [...Object.keys(before), ...Object.keys(after)].every((key) => keys.includes(key));

const changed = ({ before, after }: LoggedChange, key: string): boolean => key in before || key in after;

const byState =
  (table: Readonly<Record<string, string>>, other: string) =>
  ({ after }: LoggedChange): string =>
    table[String(after['state'])] ?? other;

const added = (change: LoggedChange, always: string, [whenNew, whenChanged, whenGone]: readonly [string, string, string]): string =>
  isNew(change, always) ? whenNew : isGone(change, always) ? whenGone : whenChanged;

function subscriptionTitle(change: LoggedChange): string {
  if (changed(change, 'plan')) return titles.planChanged;
  if (changed(change, 'scheduled_at')) return 'scheduled_at' in change.after ? titles.scheduled : titles.unscheduled;
  return onlyIn(change, ['usage_billing_enabled']) ? titles.capChanged : titles.subscriptionChanged;
}

function invoiceTitle({ before, after, invoice }: LoggedChange): string {
  if (!invoice) return titles.invoiceUnnamed;
  if ('corrected_number' in after) return fillText(titles.invoiceCorrected, { number: invoice.number });
  const title =
    before['status'] === 'draft' && after['status'] !== 'paid'
      ? titles.invoiceIssued
      : after['status'] === 'paid'
        ? titles.invoicePaid
        : after['status'] === 'void'
          ? titles.invoiceForgiven
          : after['status'] === 'uncollectible'
            ? titles.invoiceWrittenOff
            : titles.invoiceChanged;
  return fillText(title, { number: invoice.number });
}

function cardTitle(change: LoggedChange): string {
  const { before, after, card } = change;
  const title = isNew(change, 'state')
    ? titles.cardAdded
    : isGone(change, 'state') || after['state'] === 'detaching' || after['state'] === 'detached'
      ? titles.cardDeleted
      : after['is_default'] === true
        ? titles.cardDefault
        : before['is_default'] === true
          ? titles.cardNotDefault
          : titles.cardChanged;
  return fillText(title, { card: card ? `: ${cardName(card)}` : '' });
}

function organizationTitle(change: LoggedChange): string {
  if (isNew(change, 'name')) return titles.organizationAdded;
  if ('closed_at' in change.after) return titles.organizationClosed;
  if (onlyIn(change, ['billing_email', 'additional_billing_emails'])) return titles.recipientsChanged;
  return onlyIn(change, ['restriction_status']) ? titles.restrictionChanged : titles.organizationChanged;
}

function projectTitle(change: LoggedChange): string {
  const title =
    'removed_at' in change.after
      ? titles.projectRemoved
      : added(change, 'name', [titles.projectAdded, titles.projectChanged, titles.projectRemoved]);
  // A replica has a ref but no project, so the name comes from the fields of the entry.
  return fillText(title, { name: change.project?.name ?? String(change.after['name'] ?? change.before['name'] ?? change.subject) });
}

const taxKeys = ['tax_id_type', 'tax_id_value', 'tax_id_country'];
const referenceKeys = ['po_number', 'buyer_reference', 'next_po_number', 'next_buyer_reference', 'po_required'];

function detailsTitle(change: LoggedChange): string {
  if (onlyIn(change, taxKeys)) return titles.taxIdChanged;
  return onlyIn(change, referenceKeys) ? titles.referencesChanged : titles.detailsChanged;
}

const titleOf: Readonly<Record<LoggedThing, (change: LoggedChange) => string>> = {
  subscription: subscriptionTitle,
  plan_change: byState(
    {
      open: titles.changeOpen,
      scheduled: titles.changeScheduled,
      applied: titles.changeApplied,
      failed: titles.changeFailed,
      canceled: titles.changeCanceled,
      expired: titles.changeExpired,
    },
    titles.subscriptionChanged,
  ),
  discount: (change) => added(change, 'line_key', [titles.discountAdded, titles.discountChanged, titles.discountRemoved]),
  top_up: byState(
    { open: titles.topUpOpen, credited: titles.topUpCredited, failed: titles.topUpFailed, canceled: titles.topUpCanceled },
    titles.unknown,
  ),
  invoice: invoiceTitle,
  credit_note: () => titles.creditNote,
  refund: byState({ pending: titles.refundPending, succeeded: titles.refundSucceeded, failed: titles.refundFailed }, titles.unknown),
  dispute: byState({ open: titles.disputeOpen, won: titles.disputeWon, lost: titles.disputeLost }, titles.unknown),
  late_invoice: byState({ announced: titles.lateAnnounced, invoiced: titles.lateInvoiced, waived: titles.lateWaived }, titles.lateChanged),
  card: cardTitle,
  billing_details: detailsTitle,
  organization: organizationTitle,
  member: (change) =>
    fillText(added(change, 'role', [titles.memberAdded, titles.memberChanged, titles.memberRemoved]), { name: change.subject }),
  project: projectTitle,
  addon: (change) =>
    fillText(added(change, 'variant', [titles.addonAdded, titles.addonChanged, titles.addonRemoved]), {
      name: change.project?.name ?? change.subject.split(':')[0] ?? '',
    }),
  budget: (change) =>
    fillText(added(change, 'name', [titles.budgetAdded, titles.budgetChanged, titles.budgetDeleted]), {
      name: change.budgetName ?? String(change.after['name'] ?? change.before['name'] ?? ''),
    }),
  token: (change) => {
    const title = isNew(change, 'name')
      ? titles.tokenAdded
      : 'revoked_at' in change.after
        ? titles.tokenRevoked
        : 'creator_left_at' in change.after
          ? titles.tokenCreatorLeft
          : titles.tokenChanged;
    return fillText(title, { name: change.tokenName ?? String(change.after['name'] ?? change.subject) });
  },
  proposal: (change) => {
    if (isNew(change, 'act')) return titles.proposalAdded;
    return 'state' in change.after
      ? byState({ approved: titles.proposalApproved, refused: titles.proposalRefused }, titles.proposalChanged)(change)
      : titles.proposalCompleted;
  },
  staff_action: ({ staffWords }) => staffWords ?? titles.unknown,
};

const isThing = (what: string): what is LoggedThing => Object.hasOwn(kindOfThing, what);

export const entryTitle = (change: LoggedChange): string => (isThing(change.what) ? titleOf[change.what](change) : titles.unknown);

const place = (kind: keyof typeof places): About => ({ kind, id: null, name: places[kind] });

/** Null if no page shows the subject, or if the project was removed. */
export function entryAbout(change: LoggedChange): About | null {
  const { what, invoice, project } = change;
  if (invoice) return { kind: 'invoice', id: invoice.id, name: invoice.number };
  switch (what) {
    case 'subscription':
    case 'plan_change':
      return place('subscription');
    case 'top_up':
    case 'staff_action':
    case 'refund':
      return place('credits');
    case 'card':
      return place('cards');
    case 'billing_details':
      return place('address');
    case 'organization':
      return onlyIn(change, ['billing_email', 'additional_billing_emails']) ? place('recipients') : null;
    case 'budget':
      return place('budgets');
    case 'token':
      return place('tokens');
    case 'proposal':
      return place('proposals');
    case 'project':
    case 'addon':
      return project?.isThere ? { kind: 'project', id: project.ref, name: project.name } : null;
    default:
      return null;
  }
}
