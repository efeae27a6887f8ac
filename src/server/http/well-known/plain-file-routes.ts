import { Hono } from 'hono';
import { originOf } from '#server/settings/server-origins.ts';
import { notFound } from '#server/platform-error.ts';
import type { HttpEnvironment, WebContext } from '#server/http/environment.ts';

const dayMs = 86_400_000;
/** The standard recommends less than a year; a reader who keeps the file longer asks again. */
const validDays = 180;

const textResponse = (lines: readonly string[]): Response =>
  new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } });

/** Files that programs look for at fixed places: what search engines may list, and who hears of a flaw (RFC 9116). */
export function plainFileRoutes({ config, clock }: Pick<WebContext, 'config' | 'clock'>): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  // Everything here is for members who have signed in.
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
