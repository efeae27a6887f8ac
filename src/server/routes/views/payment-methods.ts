import type { PaymentMethod, Shape } from '#contract/types.ts';
import type { MethodRow } from '#server/store/payment-methods.ts';

/** @param rows oldest first, so that the card which was there before is the one that a later one repeats */
export function paymentMethodsView(rows: readonly MethodRow[]): Shape<'PaymentMethodList'> {
  return {
    data: rows.map((row, index) => methodView(row, rows.slice(0, index))),
    defaultPaymentMethodId: rows.find(({ isDefault }) => isDefault)?.id ?? null,
  };
}

function methodView(
  { id, isDefault, fingerprint, brand, last4, expMonth, expYear }: MethodRow,
  before: readonly MethodRow[],
): PaymentMethod {
  const isCard = brand !== null && last4 !== null && expMonth !== null && expYear !== null;
  const twin = fingerprint === null ? undefined : before.find((other) => other.fingerprint === fingerprint);
  return {
    id,
    is_default: isDefault,
    ...(isCard ? { card: { brand, last4, exp_month: expMonth, exp_year: expYear } } : {}),
    ...(twin ? { duplicate_of: twin.id } : {}),
  };
}
