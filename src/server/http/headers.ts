import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Context } from '#server/context.ts';
import {
  closedPolicy,
  emailBodyPolicy,
  emailExamplePolicy,
  pagePolicy,
  postboxPolicy,
  referencePolicy,
  reportPath,
  staffPolicy,
} from './csp.ts';
import type { HttpContext, HttpEnvironment } from './environment.ts';

/** Disables all default headers of Hono's middleware, because this module sets each header explicitly. */
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

/** Routes can override these headers. */
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

export const pageHeaders = (...policy: Parameters<typeof pagePolicy>): MiddlewareHandler<HttpEnvironment> =>
  secureHeaders({ ...none, contentSecurityPolicy: pagePolicy(...policy) });

export const referenceHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: referencePolicy });

export const postboxHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: postboxPolicy });

export const staffHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: staffPolicy });

export const emailExampleHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({
  ...none,
  contentSecurityPolicy: emailExamplePolicy,
});

export const emailBodyHeaders: MiddlewareHandler<HttpEnvironment> = secureHeaders({ ...none, contentSecurityPolicy: emailBodyPolicy });

export function nonceOf(c: HttpContext): string {
  const nonce = c.get('secureHeadersNonce');
  if (nonce === undefined) throw new Error('This route has no page policy');
  return nonce;
}

/** Adds request ID and platform time to a response. Forbids caching unless the route has set `Cache-Control`. */
export const answerFacts =
  ({ clock }: Pick<Context, 'clock'>): MiddlewareHandler<HttpEnvironment> =>
  async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
    headers.set('X-Request-Id', c.get('requestId'));
    headers.set('Date', new Date(clock.nowMs()).toUTCString());
  };
