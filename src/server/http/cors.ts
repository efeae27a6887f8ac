import { cors } from 'hono/cors';

/** Returns the request's origin if it is an allowed origin; null for other origins, and for the platform's own pages. */
export function allowedOrigin(origins: readonly string[], request: Request): string | null {
  const origin = request.headers.get('Origin');
  return origin !== null && origins.includes(origin) ? origin : null;
}

/** Allows requests of listed origins, but never with cookies, so that other sites cannot use a member's session. */
export const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Version', 'Idempotency-Key'],
    exposeHeaders: ['X-Total-Count', 'Retry-After', 'X-Request-Id', 'Date', 'Content-Disposition', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
  });
