import { invalidRequest, noSuch } from '#sandbox/api/problem.ts';
import type { CardInput } from '#sandbox/cards/card-input.ts';
import { cardById, cardByMethodId } from '#sandbox/cards/find-card.ts';
import type { TestCard } from '#sandbox/cards/card-behaviour.ts';
import { shortDigest, newId } from '#sandbox/ids.ts';
import type { CardFacts, PaymentMethodRecord } from '#sandbox/records/payment-methods.ts';
import type { BillingDetails } from '#sandbox/records/values.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

export const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
export const noBillingDetails: BillingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null };

export interface NewMethod {
  card: TestCard;
  input: CardInput;
  billingDetails: BillingDetails;
  metadata?: Record<string, string>;
  allowRedisplay?: string;
}

/** Stores the permitted card data: brand, last four digits, expiry, fingerprint and test behavior. */
export function createMethod(
  tx: Transaction,
  { card, input, billingDetails, metadata = {}, allowRedisplay = 'unspecified' }: NewMethod,
): PaymentMethodRecord {
  return tx.put<'payment_method'>({
    object: 'payment_method',
    id: newId('pm'),
    created: tx.nowSeconds,
    type: 'card',
    allow_redisplay: allowRedisplay,
    billing_details: billingDetails,
    card: cardFacts(tx, card, input, billingDetails),
    customer: null,
    metadata,
    _: { behaviour: card.id, readyOffSession: false, spent: false },
  });
}

function cardFacts(tx: Transaction, card: TestCard, input: CardInput, { address }: BillingDetails): CardFacts {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: address.line1 === null ? null : 'unchecked',
      address_postal_code_check: address.postal_code === null ? null : 'unchecked',
      cvc_check: input.cvc === null ? null : 'unchecked',
    },
    country: card.country,
    display_brand: card.brand,
    exp_month: input.expMonth,
    exp_year: input.expYear,
    fingerprint: shortDigest(tx.salt, `card:${input.number}`),
    funding: card.funding,
    generated_from: null,
    last4: input.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: card.threeDSecure !== 'unsupported' },
    wallet: null,
  };
}

/** For a predefined id such as `pm_card_visa`, creates a card that expires at the end of next year. */
export function methodFor(tx: Transaction, id: string, param = 'payment_method'): PaymentMethodRecord {
  const card = cardByMethodId(id);
  if (card) {
    const expYear = new Date(tx.nowMs).getUTCFullYear() + 1;
    const input: CardInput = { number: card.numbers[0] ?? '', expMonth: 12, expYear, cvc: null };
    return createMethod(tx, { card, input, billingDetails: noBillingDetails });
  }
  const method = tx.get('payment_method', id);
  if (!method) throw noSuch('PaymentMethod', id, param);
  return method;
}

export function requireUsable(method: PaymentMethodRecord, customer: string | null): void {
  if (method._.spent) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      {
        param: 'payment_method',
      },
    );
  }
  if (method.customer === null || method.customer === customer) return;
  const message =
    customer === null
      ? 'The payment method you provided is attached to a customer, so for security purposes you must provide the customer in the request.'
      : `The provided PaymentMethod belongs to another Customer than ${customer} and cannot be used with it.`;
  throw invalidRequest(message, { param: 'payment_method' });
}

/** Records the results of the CVC and address checks when a card is first used. */
export function checkedMethod(tx: Transaction, method: PaymentMethodRecord): PaymentMethodRecord {
  const card = cardById(method._.behaviour);
  const { checks } = method.card;
  if (![checks.address_line1_check, checks.address_postal_code_check, checks.cvc_check].includes('unchecked')) return method;
  const result = (before: CardFacts['checks']['cvc_check'], outcome: 'pass' | 'fail') => (before === 'unchecked' ? outcome : before);
  return tx.put<'payment_method'>({
    ...method,
    card: {
      ...method.card,
      checks: {
        address_line1_check: result(checks.address_line1_check, card.checks.line1),
        address_postal_code_check: result(checks.address_postal_code_check, card.checks.postal),
        cvc_check: result(checks.cvc_check, card.checks.cvc),
      },
    },
  });
}

export function attachMethod(tx: Transaction, method: PaymentMethodRecord, customer: string): PaymentMethodRecord {
  const attached = tx.put<'payment_method'>({ ...method, customer });
  tx.emit('payment_method.attached', attached);
  return attached;
}

export function keepOrSpend(
  tx: Transaction,
  method: PaymentMethodRecord,
  keep: { customer: string; offSession: boolean } | null,
): PaymentMethodRecord {
  if (keep === null) return method.customer === null ? tx.put<'payment_method'>({ ...method, _: { ...method._, spent: true } }) : method;
  const attached = method.customer === null ? attachMethod(tx, method, keep.customer) : method;
  return keep.offSession && !attached._.readyOffSession
    ? tx.put<'payment_method'>({ ...attached, _: { ...attached._, readyOffSession: true } })
    : attached;
}
