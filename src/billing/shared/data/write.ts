import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import type { CallResult } from '#lib/browser/call.ts';
import { CallError } from '#lib/call-error.ts';
import { messageOf } from '#lib/message-of.ts';
import { callWithRetries } from '#lib/browser/call-with-retries.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';

/**
 * Where a failure is shown.
 * - `toast`: a message that goes by itself, for actions without a form
 * - `inline`: by the control that was used, drawn by the caller from `failure`
 * - `alert`: in the dialog, drawn by the caller from `failure`
 */
export type FailurePlace = 'toast' | 'inline' | 'alert';

export interface WriteOptions<N extends CallName> {
  /** What failed, with the platform's own words put in. */
  readonly failure: (message: string) => string;
  readonly place: FailurePlace;
  /** How long a toast stays. */
  readonly durationMs?: (typeof toastDurations)[keyof typeof toastDurations];
  /** Runs before the write counts as done, for example to reload what it changed. */
  readonly onSuccess?: (result: CallResult<N>, input: CallInput<N>, client: QueryClient) => unknown;
  /** Runs in addition to the message, for example to reload the list. */
  readonly onFailure?: (error: CallError, input: CallInput<N>, client: QueryClient) => unknown;
}

export interface WriteFailure {
  /** The whole sentence. */
  readonly message: string;
  readonly error: CallError;
}

/** The platform's answer, or why there is none. */
export type WriteResult<N extends CallName> =
  | { readonly ok: true; readonly answer: CallResult<N> }
  | { readonly ok: false; readonly error: CallError };

export interface Write<N extends CallName> {
  /** Never rejects. A failure is shown where `place` says, by a toast or from `failure`. */
  readonly write: (input: CallInput<N>) => Promise<WriteResult<N>>;
  readonly isPending: boolean;
  /** The newest attempt's failure; null while none, and always null for toasts. */
  readonly failure: WriteFailure | null;
  /** Forgets the failure. */
  readonly reset: () => void;
}

/** The one way to change something on the platform. What failed, and where that is shown, must be said. */
export function useWrite<N extends CallName>(name: N, options: WriteOptions<N>): Write<N> {
  const client = useQueryClient();
  const mutation = useMutation<CallResult<N>, unknown, CallInput<N>>({
    mutationFn: (input) => callWithRetries(name, input),
    // Without a connection it fails and says so. Held back, it would be sent when its member has long decided otherwise.
    networkMode: 'always',
    onSuccess: (result, input) => options.onSuccess?.(result, input, client),
    onError: (thrown, input) => {
      const error = asCallError(thrown);
      if (options.place === 'toast')
        toast({ message: options.failure(error.message), severity: 'error', durationMs: options.durationMs ?? toastDurations.long });
      return options.onFailure?.(error, input, client);
    },
  });
  const error = mutation.error === null ? null : asCallError(mutation.error);
  return {
    write: (input) =>
      mutation.mutateAsync(input).then(
        (answer) => ({ ok: true, answer }),
        (thrown: unknown) => ({ ok: false, error: asCallError(thrown) }),
      ),
    isPending: mutation.isPending,
    failure: error === null || options.place === 'toast' ? null : { message: options.failure(error.message), error },
    reset: mutation.reset,
  };
}

const asCallError = (thrown: unknown): CallError =>
  thrown instanceof CallError ? thrown : new CallError(messageOf(thrown), { status: null, code: 'unexpected' });
