import { Hono } from 'hono';
import { z } from 'zod';
import { eventsPath } from '#lib/browser/analytics.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import { readJson } from './body.ts';
import { createCaller } from './caller.ts';
import { credentialsOf, refuseCrossSite } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { methodNotAllowed } from './respond.ts';

const patienceMs = 5000;

/** Maximum number of concurrent deliveries. Further events are dropped, so that a slow receiver does not slow down this server. */
const mostUnderWay = 20;

const PlanName = z.enum(['free', 'pro', 'team', 'enterprise']);

/** Analytics event of the page. The organization is used only to check access; it is not forwarded. */
const AnalyticsEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('plan_panel_opened'), organization: z.string().max(100), origin: z.string().regex(/^[A-Za-z]{1,40}$/) }),
  z.strictObject({
    name: z.literal('plan_call_to_action_clicked'),
    organization: z.string().max(100),
    plan: PlanName,
    currentPlan: PlanName,
  }),
]);

/** Accepts analytics events from members and posts each to `ANALYTICS_URL` without identifying the member. */
export function eventRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, clock, log, secure } = context;
  const { analyticsUrl } = config;
  if (analyticsUrl === null) return app;
  let underWay = 0;

  const relay = async (event: object): Promise<void> => {
    underWay += 1;
    try {
      const body = JSON.stringify({ ...event, at: clock.nowSeconds() });
      const headers = { 'Content-Type': 'application/json' };
      const signal = AbortSignal.timeout(patienceMs);
      const { status } = await fetch(analyticsUrl, { method: 'POST', headers, body, signal, redirect: 'error' });
      if (status >= 400) log.warn({ event: 'analytics_refused', status }, 'the receiver of analytics events refused one');
    } catch {
      log.warn({ event: 'analytics_unreachable' }, 'the receiver of analytics events could not be reached');
    } finally {
      underWay -= 1;
    }
  };

  app.post(eventsPath, async (c) => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    const caller = createCaller(context, credentialsOf(c.req.raw, secure));
    if ((await caller.identify()) === null) throw new PlatformError('unauthenticated', 'Sign in first');
    const read = AnalyticsEvent.safeParse(await readJson(c));
    if (!read.success) throw invalidRequest([{ path: 'body', message: 'must be an event of the page' }]);
    const { organization: _, ...event } = read.data;
    if (underWay < mostUnderWay) void relay(event);
    return new Response(null, { status: 204 });
  });
  app.all(eventsPath, () => {
    throw methodNotAllowed(['POST']);
  });
  return app;
}
