import { parse } from 'hono/utils/cookie';
import { PlatformError } from '#server/platform-error.ts';
import { cookieName } from './session.ts';

export interface Credentials {
  readonly token: string | null;
  /** True for a token in a cookie. Browsers send cookies with requests of other sites, too: writes must come from the platform's pages. */
  readonly ambient: boolean;
}

/** @param name the name of the cookie to read; if absent, all cookies are read */
export const cookiesOf = (request: Request, name?: string): Record<string, string> => parse(request.headers.get('Cookie') ?? '', name);

/** Returns the bearer token if there is one, otherwise the session cookie. */
export function credentialsOf(request: Request, https: boolean): Credentials {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, ambient: false };
  const name = cookieName(https);
  return { token: cookiesOf(request, name)[name] ?? null, ambient: true };
}

/**
 * Refuses a write from a page of another site. Accepts requests without `Origin` and `Sec-Fetch-Site`, because programs send neither. A
 * page without referrers sends the origin `null`, but the browser adds `Sec-Fetch-Site: same-origin`.
 * @throws {PlatformError} 403
 */
export function refuseCrossSite(request: Request, publicOrigin: string | null): void {
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  const sameSite = site === null || site === 'same-origin' || site === 'none';
  const isHidden = origin === 'null' && site === 'same-origin';
  const sameOrigin = origin === null || isHidden || origin === (publicOrigin ?? new URL(request.url).origin);
  if (sameSite && sameOrigin) return;
  throw new PlatformError('cross_site_request', "This request must come from the platform's own pages", {
    fields: [{ path: 'header.Origin', message: 'must be the origin of this platform' }],
  });
}
