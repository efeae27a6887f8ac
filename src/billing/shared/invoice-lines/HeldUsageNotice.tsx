import type { UpcomingInvoice } from '#contract/types.ts';
import { unbrokenDate } from '#lib/dates/format.ts';
import { Notice } from '#ui/Notice/Notice.tsx';

type Held = NonNullable<UpcomingInvoice['held_usage']>;

const secondsOf = (date: string): number => Date.parse(date) / 1000;

const wordsOf = ({ name, quantity, date, correction }: Held[number]): string =>
  `Held for review: ${correction ? `corrected to ${quantity}, ` : `${quantity}, `}${name}, ${unbrokenDate(secondsOf(date))}`;

/** The platform reviews unusual usage before billing it. */
export const HeldUsageNotice = ({ held }: { held: Held }) => (
  <Notice>
    {held.map((one) => (
      <p key={`${one.usage_metric} ${one.date} ${String(one.correction)}`}>{wordsOf(one)}</p>
    ))}
    <p>It differs from your usual usage, so we review it first. Until then it is not billed or counted toward limits.</p>
  </Notice>
);
