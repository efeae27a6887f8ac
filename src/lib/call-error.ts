import type { ApiErrorBody } from '#contract/types.ts';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface AboutError {
  readonly status: number | null;
  readonly code: string;
  readonly requestId?: string | null;
  readonly fields?: readonly FieldError[];
  readonly retryAfterMs?: number | null;
  readonly body?: Partial<ApiErrorBody> | null;
}

/** Error of a call to the platform. `status` is null if no response arrived (offline or lost connection). */
export class CallError extends Error {
  readonly status: number | null;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: readonly FieldError[];
  readonly retryAfterMs: number | null;
  /** Body of the error response. It can contain a new quote, a decline reason, or the stored and the submitted billing details. */
  readonly body: Partial<ApiErrorBody>;

  constructor(message: string, about: AboutError) {
    super(message);
    this.name = 'CallError';
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId ?? null;
    this.fields = about.fields ?? [];
    this.retryAfterMs = about.retryAfterMs ?? null;
    this.body = about.body ?? {};
  }
}

export const unreachableError = (): CallError =>
  new CallError('The platform could not be reached. Check your connection.', { status: null, code: 'unreachable' });
