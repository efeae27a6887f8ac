import { z } from 'zod/mini';
import { dayOf } from '#lib/dates/query-days.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { periodFaultOf, type StatementPeriod } from './statement-view.ts';

/** A day is 'YYYY-MM-DD', or empty for the platform's default. */
interface PeriodValues {
  readonly from: string;
  readonly to: string;
}

export const valuesOfPeriod = ({ from, to }: StatementPeriod): PeriodValues => ({ from: from ?? '', to: to ?? '' });

export const periodOfValues = ({ from, to }: PeriodValues): StatementPeriod => ({ from: dayOf(from), to: dayOf(to) });

const faults = [texts.periodFault, texts.periodAhead, texts.periodTooLong];

/** @param today 'YYYY-MM-DD' */
export const periodSchema = (today: string) =>
  z
    .object({ from: z.string(), to: z.string() })
    .check(
      ...faults.map((fault) =>
        z.refine<PeriodValues>((values) => periodFaultOf(periodOfValues(values), today) !== fault, { path: ['to'], error: fault }),
      ),
    );
