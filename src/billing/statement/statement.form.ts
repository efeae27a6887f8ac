import { z } from 'zod/mini';
import { StatementQuery } from '#contract/shapes/statement.ts';
import { dayOf } from '#lib/dates/query-days.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import type { StatementPeriod } from './statement-view.ts';

/** Longest period in milliseconds, from the first day to the last one. */
const mostMs = 365 * 86_400_000;

const isTooLong = (from: string | null, to: string | null): boolean => from !== null && to !== null && Date.parse(to) - Date.parse(from) > mostMs;

/** Days as 'YYYY-MM-DD', empty for the default. The platform's schema checks their order. */
export const periodSchema = z
  .object({ from: z.string(), to: z.string() })
  .check(
    z.refine(({ from, to }) => StatementQuery.safeParse({ from: dayOf(from) ?? undefined, to: dayOf(to) ?? undefined }).success, {
      path: ['to'],
      error: texts.periodFault,
      abort: true,
    }),
    z.refine(({ from, to }) => !isTooLong(dayOf(from), dayOf(to)), { path: ['to'], error: texts.periodTooLong }),
  );

export type PeriodValues = z.infer<typeof periodSchema>;

export const valuesOfPeriod = ({ from, to }: StatementPeriod): PeriodValues => ({ from: from ?? '', to: to ?? '' });

export const periodOfValues = ({ from, to }: PeriodValues): StatementPeriod => ({ from: dayOf(from), to: dayOf(to) });
