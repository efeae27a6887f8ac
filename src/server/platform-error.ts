import { finalLimits, type FinalLimit } from '#contract/final-limits.ts';
import type { FieldError } from '#lib/call-error.ts';

export const failureStatusCodes = {
  invalid_request: 400,
  unauthenticated: 401,
  payment_failed: 402,
  card_declined: 402,
  expired_card: 402,
  incorrect_cvc: 402,
  incorrect_number: 402,
  processing_error: 402,
  authentication_required: 402,
  forbidden: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_in_use: 409,
  quote_changed: 409,
  version_stale: 409,
  change_not_applied: 409,
  refund_too_high: 409,
  payments_paused: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rule_violated: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  /** The caller has too many concurrent requests. The caller can repeat the request after a short wait. */
  busy: 429,
  /** The client has disconnected. This code appears only in the log. */
  client_closed_request: 499,
  ...(Object.fromEntries(finalLimits.map((code) => [code, 429])) as Readonly<Record<FinalLimit, 429>>),
  internal_error: 500,
  gateway_unavailable: 500,
  payment_outcome_unknown: 500,
  identity_provider_unavailable: 500,
  database_unavailable: 503,
} as const;

export type FailureCode = keyof typeof failureStatusCodes;

interface Details {
  readonly fields?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional fields of the response body, for example the new quote after a conflict. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Request ID of the first failure; set if this error replays the response of an earlier request. */
  readonly requestId?: string;
}

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: FailureCode;
  readonly status: (typeof failureStatusCodes)[FailureCode];
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(code: FailureCode, message: string, { fields = [], headers = {}, body = {}, cause, requestId }: Details = {}) {
    super(message, { cause });
    this.code = code;
    this.status = failureStatusCodes[code];
    this.fields = fields;
    this.headers = headers;
    this.body = body;
    this.requestId = requestId ?? null;
  }
}

export function failureBody({ body, message, code, fields, requestId }: PlatformError, ownRequestId: string): Record<string, unknown> {
  return { ...body, message, code, request_id: requestId ?? ownRequestId, ...(fields.length > 0 ? { errors: fields } : {}) };
}

export const notFound = (what: string): PlatformError => new PlatformError('not_found', `${what} not found`);

export function invalidRequest(fields: readonly [FieldError, ...FieldError[]]): PlatformError {
  const [{ path, message }] = fields;
  return new PlatformError('invalid_request', `${path}: ${message}`, { fields });
}
