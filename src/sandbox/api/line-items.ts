import type { CheckoutSessionRecord } from '#sandbox/records/checkout-sessions.ts';
import type { Json } from '#sandbox/records/values.ts';

export function lineItems(session: CheckoutSessionRecord): { [key: string]: Json } {
  const data = session._.lines.map((line) => {
    const amount = line.unit_amount * line.quantity;
    return {
      object: 'item',
      id: line.id,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: session.currency,
      description: line.description,
      price: {
        object: 'price',
        id: line.price,
        active: false,
        billing_scheme: 'per_unit',
        created: session.created,
        currency: session.currency,
        metadata: {},
        tax_behavior: 'unspecified',
        type: 'one_time',
        unit_amount: line.unit_amount,
        unit_amount_decimal: String(line.unit_amount),
      },
      quantity: line.quantity,
    };
  });
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${session.id}/line_items` };
}
