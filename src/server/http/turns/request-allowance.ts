import type { MiddlewareHandler } from 'hono';
import type { HttpEnvironment } from '#server/http/environment.ts';
import { PlatformError } from '#server/platform-error.ts';

export interface RequestAllowance {
  readonly limit: 'reads' | 'writes' | 'requests';
  readonly most: number;
  readonly left: number;
  readonly endsInSeconds: number;
}

const windowSeconds = 60;

/** Returns the response headers of a limit (draft-ietf-httpapi-ratelimit-headers-10). */
export const allowanceHeaders = ({ limit, most, left, endsInSeconds }: RequestAllowance): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"${limit}";q=${most};w=${windowSeconds}`,
  RateLimit: `"${limit}";r=${Math.max(0, left)};t=${Math.max(1, endsInSeconds)}`,
});

/** @throws {PlatformError} 429 if no requests remain */
export function requireAllowance(allowance: RequestAllowance, credential: 'key' | 'token'): RequestAllowance {
  if (allowance.left >= 0) return allowance;
  throw new PlatformError('too_many_requests', `This ${credential} makes too many requests. Try again in a moment.`, {
    headers: { 'Retry-After': String(Math.max(1, allowance.endsInSeconds)), ...allowanceHeaders(allowance) },
  });
}

export const rateLimitHeaders: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(c.get('rateLimit') ?? {})) c.header(name, value);
};
