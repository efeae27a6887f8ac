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

export interface AnswerFacts {
  readonly https: boolean;
  readonly requestId: string;
  /** The platform's time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Every name is there from the start: an object that names are added to takes many times as long to make. */
const unfilled = {
  ...always,
  'Content-Security-Policy': closedPolicy,
  'Cache-Control': 'private, no-store',
  'X-Request-Id': '',
  Date: '',
};
const unfilledSecure = { ...unfilled, 'Strict-Transport-Security': oneYear };

/** The headers of every answer, for one that is made with them: putting them on afterwards takes as long as a quick read. */
export const answerHeaders = ({ https, requestId, nowMs }: AnswerFacts): Readonly<Record<string, string>> => ({
  ...(https ? unfilledSecure : unfilled),
  'X-Request-Id': requestId,
  Date: new Date(nowMs).toUTCString(),
});

/** Puts the headers of every answer onto it; a route that has set one of them knows better. */
export function secure(headers: Headers, { https, requestId, nowMs }: AnswerFacts): void {
  for (const [name, value] of Object.entries(always)) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', closedPolicy);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  if (https) headers.set('Strict-Transport-Security', oneYear);
  headers.set('X-Request-Id', requestId);
  headers.set('Date', new Date(nowMs).toUTCString());
}
