import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#lib/call-error.ts';

export interface FailedState {
  readonly kind: 'failed';
  /** Error message of the platform; null during a retry. */
  readonly message: string | null;
  readonly isSignedOut: boolean;
  readonly attempts: number;
  readonly retrying: boolean;
  readonly retry: () => Promise<boolean>;
}

export type SectionState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'denied' }
  | FailedState
  | { readonly kind: 'ready'; readonly data: T };

/** A retry keeps the failure, so that the Retry button stays in place. */
export function failureOf(query: UseQueryResult<unknown, CallError>): FailedState | null {
  if (query.data !== undefined || query.errorUpdateCount === 0) return null;
  return {
    kind: 'failed',
    message: query.error?.message ?? null,
    isSignedOut: query.error?.status === 401,
    attempts: query.errorUpdateCount,
    retrying: query.isFetching,
    retry: async () => (await query.refetch()).isSuccess,
  };
}

/** @param allowed undefined while the member's permissions are unknown */
export function sectionState<T>(query: UseQueryResult<T, CallError>, allowed: boolean | undefined): SectionState<T> {
  if (allowed === false) return { kind: 'denied' };
  if (query.data !== undefined) return { kind: 'ready', data: query.data };
  return failureOf(query) ?? { kind: 'loading' };
}
