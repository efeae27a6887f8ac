import type { CallName } from '#contract/calls.ts';
import type { Requester } from '#server/payments/context.ts';
import type { IdempotentRequest, IdempotentAnswer } from '#server/payments/idempotent-request.ts';
import type { Answer, CallScope } from './handler.ts';

interface OfOrganization extends Pick<CallScope<CallName>, 'idempotencyKey' | 'requestId'> {
  readonly organization: { readonly id: number };
  readonly member: { readonly id: number };
}

export const requesterOf = ({ organization, member }: Pick<OfOrganization, 'organization' | 'member'>): Requester => ({
  organizationId: organization.id,
  memberId: member.id,
});

export const idempotentRequest = (call: CallName, scope: OfOrganization, input: unknown): IdempotentRequest => ({
  ...requesterOf(scope),
  call,
  idempotencyKey: scope.idempotencyKey,
  requestId: scope.requestId,
  input,
});

export function toAnswer<N extends CallName>({ status, data }: IdempotentAnswer): Answer<N> {
  return { ...(data === undefined ? {} : { data }), ...(status === 202 ? { status } : {}) } as Answer<N>;
}
