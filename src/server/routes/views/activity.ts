import type { Shape } from '#contract/types.ts';
import { productName } from '#lib/product.ts';
import { activityFields as names, activityTexts as texts } from '#lib/texts/activity.ts';
import { fillText } from '#lib/texts/fill.ts';
import { entryAbout, entryTitle, kindOfThing, type LoggedChange, type LoggedThing } from '#server/domain/activity/entry-messages.ts';
import { type ChangeWords, changeWords, listWords, type ReaderRights } from '#server/domain/activity/field-messages.ts';
import { toldSubject } from '#server/notices/messages/all-messages.ts';
import type { ActivityRow, DeliverySummary } from '#server/store/activity.ts';

type Entry = Shape<'ActivityEntry'>;

const byStaff: Entry['by'] = { kind: 'staff', name: fillText(texts.staff, { product: productName }) };
const byPlatform: Entry['by'] = { kind: 'platform', name: fillText(texts.platform, { product: productName }) };

/** Members never see names of the operator's keys. */
function actorOf({ isStaff, username }: ActivityRow): Entry['by'] {
  if (isStaff) return byStaff;
  return username === null ? byPlatform : { kind: 'member', name: username };
}

const changeOf = (row: ActivityRow): LoggedChange => ({
  what: row.what,
  subject: row.subject,
  before: row.before,
  after: row.after,
  invoice: row.invoiceId === null || row.invoiceNumber === null ? null : { id: row.invoiceId, number: row.invoiceNumber },
  project:
    row.projectRef === null || row.projectName === null
      ? null
      : { ref: row.projectRef, name: row.projectName, isThere: row.isProjectThere },
  card: row.brand === null || row.last4 === null ? null : { brand: row.brand, last4: row.last4 },
  budgetName: row.budgetName,
  tokenName: row.tokenName,
  staffWords: row.staffWords,
});

const namesOfStates = [
  ['sent', names.sentTo],
  ['queued', names.queuedTo],
  ['bounced', names.bouncedFrom],
  ['refused', names.refusedBy],
  ['withdrawn', names.withdrawnFrom],
] as const;

const deliveryWords = (deliveries: readonly DeliverySummary[]): ChangeWords[] =>
  namesOfStates.flatMap(([state, what]) => {
    const found = deliveries.find((each) => each.state === state);
    return found ? [{ what, before: null, after: listWords(found.addresses, found.count) }] : [];
  });

export interface ActivityReader {
  readonly rights: ReaderRights;
  readonly organizationName: string;
}

export function activityView(
  row: ActivityRow,
  deliveries: readonly DeliverySummary[],
  { rights, organizationName }: ActivityReader,
): Entry {
  const change = changeOf(row);
  const ofNotice = row.noticeKind !== null;
  return {
    id: `${row.source}${row.id}`,
    at: Math.floor(Number(row.micros) / 1_000_000),
    kind: ofNotice ? 'emails' : kindOfThing[row.what as LoggedThing],
    by: actorOf(row),
    title: row.noticeKind === null ? entryTitle(change) : toldSubject({ kind: row.noticeKind, facts: row.after }, organizationName),
    changes: !ofNotice
      ? changeWords(row.what, row.before, row.after, rights)
      : rights.customer
        ? deliveryWords(deliveries.filter(({ noticeId }) => noticeId === row.id))
        : [],
    amount_cents: row.amountCents === 0 ? null : row.amountCents,
    about: entryAbout(change),
  };
}
