import { DateText } from '#ui/DateText/DateText.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { comingWords } from './coming-messages.ts';
import styles from './Budgets.module.css';

export function ComingEvents() {
  const slug = useSlug();
  const query = useRead('getForecast', { params: { slug }, query: {} });
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="forecast" title="Failed to load the next three cycles" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={6} />;
  const { events } = query.data;
  if (events.length === 0) return <p>Nothing is invoiced or charged in the next three cycles.</p>;
  return (
    <>
      <p className={styles.about}>
        Assumes that running resources keep running, nothing else is used, and your card isn't refused for another reason.
      </p>
      <ul role="list" className={styles.sentences}>
        {events.map((event, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal emails can be written in one second
          <li key={index}>
            <DateText seconds={event.at} />
            {`: ${comingWords(event)}`}
          </li>
        ))}
      </ul>
    </>
  );
}
