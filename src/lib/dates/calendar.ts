/** Calendar steps and days in UTC, on seconds since 1970. Not for the first load of a page: it brings luxon. */
import { DateTime, Duration } from 'luxon';

export type CalendarStep = Readonly<Partial<Record<'months' | 'days' | 'hours', number>>>;

const inUtc = (seconds: number): DateTime => DateTime.fromSeconds(seconds, { zone: 'utc' });

/** The instant that lies a step after another; before it for a negative step. */
export const stepFrom = (seconds: number, step: CalendarStep): number => inUtc(seconds).plus(step).toSeconds();

/** The same for a Date. */
export const stepFromDate = (date: Date, step: CalendarStep): Date => DateTime.fromJSDate(date, { zone: 'utc' }).plus(step).toJSDate();

/** How long a step of days or hours is, for windows that a query counts. */
export const stepSeconds = (step: Omit<CalendarStep, 'months'>): number => Duration.fromObject(step).as('seconds');

/** The midnight that begins a day. */
export const dayStart = (seconds: number): number => inUtc(seconds).startOf('day').toSeconds();

/** '2026-06-30' */
export const isoDay = (seconds: number): string => inUtc(seconds).toFormat('yyyy-MM-dd');

/** '2026-06' */
export const isoMonth = (seconds: number): string => inUtc(seconds).toFormat('yyyy-MM');

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (seconds: number): number => inUtc(seconds).weekday;

/** Days between two instants; a part of a day is a fraction. */
export const daysBetween = (fromSeconds: number, untilSeconds: number): number => inUtc(untilSeconds).diff(inUtc(fromSeconds), 'days').days;
