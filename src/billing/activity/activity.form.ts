import { z } from 'zod/mini';
import { ActivityExportQuery } from '#contract/shapes/activity.ts';
import { dayOf } from '#lib/dates/query-days.ts';
import { activityTexts as texts } from '#lib/texts/activity.ts';
import { type ActivityFilters, activityKinds } from './activity-view.ts';

export const anyValue = 'any';

/** `from` and `to` are 'YYYY-MM-DD'; empty text leaves the period open. The platform's schema checks the order of the two days. */
export const findActivitySchema = z
  .object({
    kind: z.enum([anyValue, ...activityKinds]),
    by: z.string(),
    from: z.string(),
    to: z.string(),
  })
  .check(
    z.refine(({ from, to }) => ActivityExportQuery.safeParse({ from: dayOf(from) ?? undefined, to: dayOf(to) ?? undefined }).success, {
      path: ['to'],
      error: texts.periodFault,
    }),
  );

export type FindActivityValues = z.infer<typeof findActivitySchema>;

export const valuesOfFilters = ({ kind, by, from, to }: ActivityFilters): FindActivityValues => ({
  kind: kind ?? anyValue,
  by: by ?? anyValue,
  from: from ?? '',
  to: to ?? '',
});

export const filtersOfValues = ({ kind, by, from, to }: FindActivityValues): ActivityFilters => ({
  kind: kind === anyValue ? null : kind,
  by: by === anyValue ? null : by,
  from: dayOf(from),
  to: dayOf(to),
});
