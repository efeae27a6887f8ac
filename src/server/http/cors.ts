import { cors } from 'hono/cors';

/** Returns the request's origin if it is in the list; null for other origins and for the platform itself. */
export function allowedOrigin(origins: readonly string[], request: Request): string | null {
  const origin = request.headers.get('Origin');
  return origin !== null && origins.includes(origin) ? origin : null;
}

/** Cookies are never allowed across origins, so other sites cannot use a session. */
export const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Version', 'Idempotency-Key'],
    exposeHeaders: ['X-Total-Count', 'Retry-After', 'X-Request-Id', 'Date', 'Content-Disposition', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
  });
