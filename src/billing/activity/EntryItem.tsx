import { helpAddresses } from '#lib/addresses.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { activityTexts as texts } from '#lib/texts/activity.ts';
import { BadgeTip } from '#ui/BadgeTip/BadgeTip.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { ScrollBox } from '#ui/Table/ScrollBox.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { type ActivityEntry, changeSentence, failedDeliveries } from './activity-view.ts';
import styles from './Activity.module.css';

/** A longer list is a collapsible table. */
const mostSentences = 2;

/** Formats a time such as '14:05'. The heading already shows the day, and the page's context line shows the time zone. */
const timeOf = (seconds: number): string => formatDateTime(seconds).slice(-'00:00 UTC'.length, -' UTC'.length);

export function EntryItem({ entry, slug }: { entry: ActivityEntry; slug: string }) {
  const { at, by, kind, changes, amount_cents: cents } = entry;
  const failed = kind === 'emails' ? failedDeliveries(changes) : null;
  const isShort = kind === 'emails' || changes.length <= mostSentences;
  return (
    <li className={styles.entry}>
      <p className={styles.time}>{timeOf(at)}</p>
      <div className={styles.what}>
        <p>
          <Title entry={entry} slug={slug} />
        </p>
        {failed !== null && (
          <BadgeTip
            id={`deliveries-${entry.id}`}
            variant="warning"
            tip={changes.map(changeSentence).join('. ')}
            nameSuffix={`, ${entry.title}`}
          >
            {failed}
          </BadgeTip>
        )}
        {isShort && failed === null && changes.length > 0 && (
          <ul role="list" className={styles.changes}>
            {changes.map((change) => (
              <li key={change.what}>{changeSentence(change)}</li>
            ))}
          </ul>
        )}
        {!isShort && <Changes entry={entry} />}
      </div>
      <p className={styles.who}>
        <bdi>{by.name}</bdi>
      </p>
      <p className={styles.amount}>{cents !== null && <Money cents={cents} />}</p>
    </li>
  );
}

function Title({ entry: { title, about }, slug }: { entry: ActivityEntry; slug: string }) {
  if (!about) return <bdi>{title}</bdi>;
  const name = about.kind === 'invoice' ? `Invoice ${about.name}` : about.name;
  const link = (text: string) => (
    <PageLink isInText href={addressOf(slug, about)}>
      {text}
    </PageLink>
  );
  const [before, ...after] = title.toLowerCase().split(name.toLowerCase());
  if (before === undefined || after.length !== 1)
    return (
      <>
        <bdi>{title}</bdi>
        {': '}
        {link(name)}
      </>
    );
  const end = before.length + name.length;
  return (
    <bdi>
      {title.slice(0, before.length)}
      {link(title.slice(before.length, end))}
      {title.slice(end)}
    </bdi>
  );
}

const columns = [
  { id: 'what', header: 'What' },
  { id: 'before', header: 'Before' },
  { id: 'after', header: 'After' },
] as const;

function Changes({ entry: { title, at, changes } }: { entry: ActivityEntry }) {
  return (
    <Disclosure title="Before and after" nameSuffix={`, ${title}, ${formatDateTime(at)}`}>
      <ScrollBox>
        <Table caption="Before and after" isCaptionHidden columns={columns} isScrolled>
          <TableGroup>
            {changes.map(({ what, before, after }) => (
              <TableRow key={what} header={what}>
                <TableCell>{before ?? texts.none}</TableCell>
                <TableCell>{after ?? texts.none}</TableCell>
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      </ScrollBox>
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

function addressOf(slug: string, { kind, id }: About): string {
  if (kind === 'invoice') return helpAddresses.invoice(slug, id ?? '');
  if (kind === 'project') return helpAddresses.project(id ?? '');
  if (kind === 'budgets') return helpAddresses.budgets(slug);
  if (kind === 'tokens') return helpAddresses.tokens(slug);
  if (kind === 'proposals') return helpAddresses.proposals(slug);
  return `${helpAddresses.billing(slug)}#${anchors[kind]}`;
}
