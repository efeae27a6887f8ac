import { helpAddresses } from '#lib/addresses.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { activityKindNames, activityTexts as texts } from '#lib/texts/activity.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { type ActivityEntry, changeSentence } from './activity-view.ts';
import styles from './Activity.module.css';

/** More changes than this stand in a table that opens. */
const mostSentences = 2;

/** '14:05 UTC', for the day stands above. */
const timeOf = (seconds: number): string => formatDateTime(seconds).slice(-'00:00 UTC'.length);

/** What happened, who did it, what changed, and the way to what it is about. */
export function EntryItem({ entry, slug }: { entry: ActivityEntry; slug: string }) {
  const { at, by, kind, title, changes, amount_cents: cents, about } = entry;
  const isShort = kind === 'mails' || changes.length <= mostSentences;
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <p className={styles.title}>
          <bdi>{title}</bdi>
        </p>
        {cents !== null && <Money cents={cents} />}
      </div>
      <p className={styles.about}>
        <bdi>{by.name}</bdi>
        {`, ${timeOf(at)}, ${activityKindNames[kind]}`}
      </p>
      {isShort &&
        changes.map((change) => (
          <p key={change.what} className={styles.change}>
            {changeSentence(change)}
          </p>
        ))}
      {!isShort && <Changes entry={entry} />}
      {about && (
        <p>
          <PageLink href={addressOf(slug, about)}>{about.kind === 'invoice' ? `Invoice ${about.name}` : about.name}</PageLink>
        </p>
      )}
    </li>
  );
}

const columns = [
  { id: 'what', header: 'What' },
  { id: 'before', header: 'Before' },
  { id: 'after', header: 'After' },
] as const;

function Changes({ entry: { title, at, changes } }: { entry: ActivityEntry }) {
  return (
    <Disclosure title="Before and after" nameSuffix={`, ${title}, ${timeOf(at)}`}>
      <Table caption={title} isCaptionHidden columns={columns} whenNarrow="scroll">
        <TableGroup>
          {changes.map(({ what, before, after }) => (
            <TableRow key={what} header={what}>
              <TableCell>{before ?? texts.none}</TableCell>
              <TableCell>{after ?? texts.none}</TableCell>
            </TableRow>
          ))}
        </TableGroup>
      </Table>
    </Disclosure>
  );
}

type About = NonNullable<ActivityEntry['about']>;

const anchors = {
  subscription: 'subscription',
  credits: 'credits-balance',
  cards: 'payment-methods',
  recipients: 'email',
  address: 'address',
} as const;

/** Where the thing of an entry is shown. */
function addressOf(slug: string, { kind, id }: About): string {
  if (kind === 'invoice') return helpAddresses.invoice(slug, id ?? '');
  if (kind === 'project') return helpAddresses.project(id ?? '');
  if (kind === 'budgets') return helpAddresses.budgets(slug);
  return `${helpAddresses.billing(slug)}#${anchors[kind]}`;
}
