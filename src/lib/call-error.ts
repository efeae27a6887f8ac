export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** A call that did not succeed. `status` is null when no answer came (offline, lost connection). */
export class CallError extends Error {
  readonly status: number | null;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: readonly FieldError[];
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    about: { status: number | null; code: string; requestId?: string | null; fields?: readonly FieldError[]; retryAfterMs?: number | null },
  ) {
    super(message);
    this.name = 'CallError';
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId ?? null;
    this.fields = about.fields ?? [];
    this.retryAfterMs = about.retryAfterMs ?? null;
  }
}
