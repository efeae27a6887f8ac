/** Calendar steps and days in UTC, in seconds since 1970. This module imports luxon, so the first load of the page must not include it. */
import { DateTime, Duration } from 'luxon';

export type CalendarStep = Readonly<Partial<Record<'months' | 'days' | 'hours', number>>>;

const inUtc = (seconds: number): DateTime => DateTime.fromSeconds(seconds, { zone: 'utc' });

export const stepFrom = (seconds: number, step: CalendarStep): number => inUtc(seconds).plus(step).toSeconds();

export const stepFromDate = (date: Date, step: CalendarStep): Date => DateTime.fromJSDate(date, { zone: 'utc' }).plus(step).toJSDate();

export const stepSeconds = (step: Omit<CalendarStep, 'months'>): number => Duration.fromObject(step).as('seconds');

export const dayStart = (seconds: number): number => inUtc(seconds).startOf('day').toSeconds();

export const isoDay = (seconds: number): string => inUtc(seconds).toFormat('yyyy-MM-dd');

export const isoMonth = (seconds: number): string => inUtc(seconds).toFormat('yyyy-MM');

/** Day of the week: 1 for Monday to 7 for Sunday. */
export const weekdayOf = (seconds: number): number => inUtc(seconds).weekday;

/** Number of days between two times, with fractions. */
export const daysBetween = (fromSeconds: number, untilSeconds: number): number => inUtc(untilSeconds).diff(inUtc(fromSeconds), 'days').days;
