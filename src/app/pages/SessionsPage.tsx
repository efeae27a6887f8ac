import { useSearch } from 'wouter';
import type { CallResponse } from '#contract/types.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { forgetStored } from '#lib/browser/forget-stored.ts';
import { sessionTexts } from '#lib/texts/sessions.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import styles from './SessionsPage.module.css';
import columnStyles from './PageColumn.module.css';
import listStyles from './RowList.module.css';

type Session = CallResponse<'listSessions'>['sessions'][number];

/** The forms work without scripts. */
export function SessionsPage() {
  useTitle([sessionTexts.title]);
  const ended = new URLSearchParams(useSearch()).get('ended');
  const query = useRead('listSessions', {});
  const failed = failureOf(query);
  const sessions = query.data?.sessions ?? [];
  return (
    <div className={columnStyles.root}>
      <PageHeading context={query.data && <p>{sessionTexts.count(sessions.length)}</p>}>{sessionTexts.title}</PageHeading>
      {ended === 'yes' && (
        <Notice title={sessionTexts.ended} variant="info">
          <p>{sessionTexts.endedText}</p>
        </Notice>
      )}
      {ended === 'no' && (
        <Notice title={sessionTexts.notEnded} variant="info">
          <p>{sessionTexts.notEndedText}</p>
        </Notice>
      )}
      {failed && <ReadFailure subject="sessions" title={sessionTexts.failed} failed={failed} />}
      {query.isPending && !failed && <LoadingSheet lines={4} />}
      {query.data && (
        <>
          <p>{sessionTexts.about}</p>
          <ul className={listStyles.list}>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
          <form action="/sign-out/everywhere" method="post" onSubmit={forgetStored}>
            <Button type="submit">{sessionTexts.endAll}</Button>
          </form>
        </>
      )}
    </div>
  );
}

function deviceName({ browser, system }: Session): string {
  const name = browser ?? sessionTexts.unknownBrowser;
  return system === null ? name : `${name} on ${system}`;
}

function SessionItem({ session }: { session: Session }) {
  const { id, current, signed_in_at: signedInAt, last_used_at: lastUsedAt } = session;
  const name = deviceName(session);
  // The sign-in time distinguishes two sessions in the same kind of browser.
  const signedInWords = `${sessionTexts.signedIn.toLowerCase()} ${formatDateTime(signedInAt)}`;
  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {name} {current && <Badge variant="info">{sessionTexts.thisBrowser}</Badge>}
        </p>
        <p className={styles.times}>
          {sessionTexts.signedIn} <DateText seconds={signedInAt} format="date-time" />
        </p>
        <p className={styles.times}>
          {sessionTexts.lastUsed} <DateText seconds={lastUsedAt} format="date-time" />
        </p>
      </div>
      <form action="/sessions/end" method="post" onSubmit={current ? forgetStored : undefined}>
        <input type="hidden" name="session" value={id} />
        <Button type="submit" variant="quiet" nameSuffix={`, ${name}, ${signedInWords}`}>
          {current ? sessionTexts.signOutHere : sessionTexts.end}
        </Button>
      </form>
    </li>
  );
}
