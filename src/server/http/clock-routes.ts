import { Hono } from 'hono';
import { clockAddress } from '#lib/addresses.ts';
import { z } from 'zod';
import { stepFrom } from '#lib/dates/calendar.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import { readJson } from './body.ts';
import { refuseCrossSite } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { jsonResponse, methodNotAllowed } from './respond.ts';

const path = clockAddress;

/** Maximum number of days by which one request can move the clock, so that yearly renewals occur one at a time. */
const mostDays = 400;

const Move = z.union([z.strictObject({ to: z.int() }), z.strictObject({ advance_seconds: z.int().min(0) })]);

/** Routes of the embedded clock. Anyone can read the clock, and move it forward to watch renewals, grace periods and expiries. */
export function clockRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { clock, config, jobs } = context;
  if (config.mode !== 'embedded') return app;

  const reading = () => ({ now: clock.nowSeconds(), offset_seconds: Math.round(clock.offsetMs() / 1000) });

  app.get(path, () => jsonResponse(reading()));
  app.post(path, async (c) => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    const body = Move.safeParse(await readJson(c));
    if (!body.success) throw invalidRequest([{ path: 'body', message: 'must hold either to (unix seconds) or advance_seconds, alone' }]);
    const now = clock.nowSeconds();
    const field = 'to' in body.data ? 'to' : 'advance_seconds';
    const target = 'to' in body.data ? body.data.to : now + body.data.advance_seconds;
    const refuse = (message: string): PlatformError =>
      new PlatformError('rule_violated', message, { fields: [{ path: `body.${field}`, message }] });
    if (target < now) throw refuse('The clock only moves forward');
    if (target > stepFrom(now, { days: mostDays })) throw refuse(`The clock moves at most ${mostDays} days at a time`);
    const done = await jobs.moveClock(target);
    return jsonResponse({ ...reading(), jobs_done: done });
  });
  app.all(path, () => {
    throw methodNotAllowed(['GET', 'POST']);
  });
  return app;
}
