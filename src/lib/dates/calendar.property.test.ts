import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayStart, daysBetween, isoDay, isoMonth, stepFrom, stepFromDate, stepSeconds, weekdayOf } from './calendar.ts';
import { cycleProgress } from './cycle-progress.ts';

const DAY = 86_400;
const instants = fc.integer({ min: 0, max: 4_000_000_000 });

it('steps by days as whole days of 24 hours, whatever the clocks of a land do', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -500, max: 500 }), (at, days) => {
      expect(stepFrom(at, { days })).toBe(at + days * DAY);
      expect(stepFromDate(new Date(at * 1000 + 7), { days }).getTime()).toBe((at + days * DAY) * 1000 + 7);
      expect(stepSeconds({ days })).toBe(days * DAY);
      expect(daysBetween(at, at + days * DAY)).toBe(days);
    }),
  );
});

it('finds the day, the month and the weekday of an instant as its ISO text has them', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const text = new Date(at * 1000).toISOString();
      expect(dayStart(at)).toBe(Math.floor(at / DAY) * DAY);
      expect([isoDay(at), isoMonth(at)]).toEqual([text.slice(0, 10), text.slice(0, 7)]);
      expect(weekdayOf(at) % 7).toBe(new Date(at * 1000).getUTCDay());
    }),
  );
});

it('counts the days that are left in the browser, which has no luxon, as the calendar does', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 31 }), fc.nat(40 * DAY), (start, length, passed) => {
      const end = stepFrom(start, { days: length });
      const left = Math.min(length, Math.max(0, Math.floor(daysBetween(start + passed, end))));
      expect(cycleProgress(start, end, start + passed)).toEqual({ lengthDays: length, daysLeft: left, daysElapsed: length - left });
    }),
  );
});
