import type { MiddlewareHandler } from 'hono';
import type { HttpEnvironment } from './environment.ts';

const tenMinutes = '600';

const always = {
  'Access-Control-Expose-Headers': 'X-Total-Count, Retry-After, X-Request-Id, Date, Content-Disposition',
};
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Version, Idempotency-Key',
  'Access-Control-Max-Age': tenMinutes,
};

/** The origin that a request comes from, where its pages are let in; null for any other, and for the platform's own pages. */
export function allowedOrigin(origins: readonly string[], request: Request): string | null {
  const origin = request.headers.get('Origin');
  return origin !== null && origins.includes(origin) ? origin : null;
}

/**
 * Lets pages of the given origins call the platform with a bearer token. Cookies are never allowed across origins, so
 * nobody's session can be used from elsewhere; any other origin gets the answer without leave to read it.
 */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const origin = allowedOrigin(origins, c.req.raw);
    if (origin !== null && c.req.method === 'OPTIONS') {
      return new Response(null, {
        status: 204,
        headers: { 'Access-Control-Allow-Origin': origin, Vary: 'Origin', ...always, ...preflight },
      });
    }
    await next();
    c.res.headers.append('Vary', 'Origin');
    if (origin === null) return;
    c.res.headers.set('Access-Control-Allow-Origin', origin);
    for (const [name, value] of Object.entries(always)) c.res.headers.set(name, value);
  };
}
