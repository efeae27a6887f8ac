import type { PaymentMethod } from '#contract/types.ts';
import { useRead } from './queries.ts';
import { paymentMethodsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from './section-state.ts';
import { useIsAllowed, useSlug } from './use-billing-data.ts';

/** Omits payment methods that are not cards. */
export function usePaymentMethods(): SectionState<readonly PaymentMethod[]> {
  const slug = useSlug();
  const allowed = useIsAllowed(paymentMethodsRead);
  const state = sectionState(useRead('listPaymentMethods', { params: { slug } }, allowed === true), allowed);
  return state.kind === 'ready' ? { kind: 'ready', data: withDefault(state.data).filter(({ card }) => card) } : state;
}

/** Marks the default card. The wire format marks it in two places, and a platform may send only one of the marks. */
function withDefault({
  data,
  defaultPaymentMethodId,
}: {
  data: readonly PaymentMethod[];
  defaultPaymentMethodId: string | null;
}): PaymentMethod[] {
  return data.map((method) => ({ ...method, is_default: method.is_default || method.id === defaultPaymentMethodId }));
}
