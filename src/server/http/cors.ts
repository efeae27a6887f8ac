import { cors } from 'hono/cors';

/** Returns the request's origin if its pages are allowed to call; null for others and for the platform's own pages. */
export function allowedOrigin(origins: readonly string[], request: Request): string | null {
  const origin = request.headers.get('Origin');
  return origin !== null && origins.includes(origin) ? origin : null;
}

/**
 * Lets pages of the given origins call the platform with a bearer token. Cookies are never allowed across origins, so other sites cannot
 * use a session.
 */
export const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Version', 'Idempotency-Key'],
    exposeHeaders: ['X-Total-Count', 'Retry-After', 'X-Request-Id', 'Date', 'Content-Disposition'],
    maxAge: 600,
  });
