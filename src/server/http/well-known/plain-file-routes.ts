import { Hono } from 'hono';
import { originOf } from '#server/settings/server-origins.ts';
import { notFound } from '#server/platform-error.ts';
import type { HttpEnvironment, WebContext } from '#server/http/environment.ts';

const dayMs = 86_400_000;
/** Number of days for which security.txt is valid. RFC 9116 recommends less than a year. */
const validDays = 180;

const textResponse = (lines: readonly string[]): Response =>
  new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } });

export function plainFileRoutes({ config, clock }: Pick<WebContext, 'config' | 'clock'>): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  // Search engines are excluded, because every page requires a sign-in.
  app.get('/robots.txt', () => textResponse(['User-agent: *', 'Disallow: /']));
  app.get('/.well-known/security.txt', () => {
    if (config.securityContact === null) throw notFound('Page');
    return textResponse([
      `Contact: ${config.securityContact}`,
      `Expires: ${new Date(clock.nowMs() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${originOf(config)}/.well-known/security.txt`,
    ]);
  });
  return app;
}
