import { closedPolicy, reportPath } from './csp.ts';

const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
  'Reporting-Endpoints': `csp="${reportPath}"`,
};

const oneYear = 'max-age=31536000; includeSubDomains';

/** Puts the headers of every answer onto it; a route that has set one of them knows better. */
export function secure(headers: Headers, https: boolean): void {
  for (const [name, value] of Object.entries(always)) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', closedPolicy);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  if (https) headers.set('Strict-Transport-Security', oneYear);
}
