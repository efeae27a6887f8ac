import type { CallName } from '#contract/calls.ts';
import type { Asked, Given } from '#server/money/attempt.ts';
import type { Answer, CallScope } from './handler.ts';

interface OfOrganization extends Pick<CallScope<CallName>, 'idempotencyKey' | 'requestId'> {
  readonly organization: { readonly id: number };
}

/** One attempt of a client, as the money calls take it. */
export const asked = (call: CallName, { organization, idempotencyKey, requestId }: OfOrganization, input: unknown): Asked => ({
  call,
  organizationId: organization.id,
  idempotencyKey,
  requestId,
  input,
});

/** An attempt's answer as a handler gives it; a replayed one has the shape that its first answer had. */
export function given<N extends CallName>({ status, data }: Given): Answer<N> {
  return { ...(data === undefined ? {} : { data }), ...(status === 202 ? { status } : {}) } as Answer<N>;
}
