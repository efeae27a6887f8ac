import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import type { CallResult } from '#lib/browser/call.ts';
import { CallError } from '#lib/call-error.ts';
import { messageOf } from '#lib/message-of.ts';
import { callWithRetries } from '#lib/browser/call-with-retries.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';

/** Place of an error. `toast`: for actions without a form. `inline` (at the control), `alert` (in a dialog): the caller shows the error. */
export type FailurePlace = 'toast' | 'inline' | 'alert';

export interface WriteOptions<N extends CallName> {
  /** Returns a sentence that contains the platform's message. */
  readonly failure: (message: string) => string;
  readonly place: FailurePlace;
  readonly durationMs?: (typeof toastDurations)[keyof typeof toastDurations];
  /** Runs when the request has succeeded, for example to reload data. `isPending` stays true until the returned promise settles. */
  readonly onSuccess?: (result: CallResult<N>, input: CallInput<N>, client: QueryClient) => unknown;
  /** Runs after a failure, in addition to the error message, for example to reload the list. */
  readonly onFailure?: (error: CallError, input: CallInput<N>, client: QueryClient) => unknown;
}

export interface WriteFailure {
  readonly message: string;
  readonly error: CallError;
}

export type WriteResult<N extends CallName> =
  | { readonly ok: true; readonly answer: CallResult<N> }
  | { readonly ok: false; readonly error: CallError };

export interface Write<N extends CallName> {
  /** Never rejects. */
  readonly write: (input: CallInput<N>) => Promise<WriteResult<N>>;
  readonly isPending: boolean;
  /** Failure of the latest attempt; always null if the place is `toast`. */
  readonly failure: WriteFailure | null;
  readonly reset: () => void;
}

export function useWrite<N extends CallName>(name: N, options: WriteOptions<N>): Write<N> {
  const client = useQueryClient();
  const mutation = useMutation<CallResult<N>, unknown, CallInput<N>>({
    mutationFn: (input) => callWithRetries(name, input),
    // The write fails without a connection. Otherwise TanStack Query would queue it and send it unexpectedly later.
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
