import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Context } from '#server/context.ts';
import {
  closedPolicy,
  mailBodyPolicy,
  mailExamplePolicy,
  pagePolicy,
  postboxPolicy,
  referencePolicy,
  reportPath,
  staffPolicy,
} from './csp.ts';
import type { HttpContext, HttpEnvironment } from './environment.ts';

/** Each header is asked for by name; no browser of today needs the others beside the policy. */
const none = {
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
} as const;

/** The headers of every answer; a route that has set one of them knows better. */
export const usualHeaders = (https: boolean): MiddlewareHandler<HttpEnvironment> =>
  secureHeaders({
    ...none,
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], usb: [], payment: ['self'] },
    reportingEndpoints: [{ name: 'csp', url: reportPath }],
    contentSecurityPolicy: closedPolicy,
  });

/** The policy of a page, in place of the one of every other answer. */
export const pageHeaders = (...policy: Parameters<typeof pagePolicy>): MiddlewareHandler<HttpEnvironment> =>
  secureHeaders({ ...none, contentSecurityPolicy: pagePolicy(...policy) });

/** The policy of the API reference, in the same way. */
export const referenceHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: referencePolicy });

export const postboxHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: postboxPolicy });

export const staffHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: staffPolicy });

export const mailExampleHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: mailExamplePolicy });

export const mailBodyHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: mailBodyPolicy });

/** The nonce of the answer, on routes with {@link pageHeaders}. */
export function nonceOf(c: HttpContext): string {
  const nonce = c.get('secureHeadersNonce');
  if (nonce === undefined) throw new Error('This route has no page policy');
  return nonce;
}

/** What is like no other answer's: the request's id and the platform's time; nothing is stored where a route does not say so. */
export const answerFacts =
  ({ clock }: Pick<Context, 'clock'>): MiddlewareHandler<HttpEnvironment> =>
  async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
    headers.set('X-Request-Id', c.get('requestId'));
    headers.set('Date', new Date(clock.nowMs()).toUTCString());
  };
