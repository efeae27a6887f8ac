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

/** A call that did not succeed. `status` is null when no answer came (offline, lost connection). */
export class CallError extends Error {
  readonly status: number | null;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: readonly FieldError[];
  readonly retryAfterMs: number | null;
  /** The whole answer, for what some refusals carry besides: a new quote, both versions, the reason of a decline. */
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

/** No answer came, or not even the code that would have asked for one. */
export const unreachableError = (): CallError =>
  new CallError('The platform could not be reached. Check your connection.', { status: null, code: 'unreachable' });
