import { cors } from 'hono/cors';

/** The origin that a request comes from, where its pages are let in; null for any other, and for the platform's own pages. */
export function allowedOrigin(origins: readonly string[], request: Request): string | null {
  const origin = request.headers.get('Origin');
  return origin !== null && origins.includes(origin) ? origin : null;
}

/**
 * Lets pages of the given origins call the platform with a bearer token. Cookies are never allowed across origins, so no session
 * can be used from another site; a page of any other origin can't read the answer.
 */
export const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Version', 'Idempotency-Key'],
    exposeHeaders: ['X-Total-Count', 'Retry-After', 'X-Request-Id', 'Date', 'Content-Disposition'],
    maxAge: 600,
  });
