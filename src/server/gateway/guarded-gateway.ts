import type { PaymentGateway } from './gateway.ts';
import type { GatewayError } from './gateway-result.ts';

const writes: Readonly<Record<keyof PaymentGateway, boolean>> = {
  createCustomer: true,
  retrieveCustomer: false,
  listCustomers: false,
  updateCustomer: true,
  deleteCustomer: true,
  listNewestPaymentMethods: false,
  listPaymentMethods: false,
  retrievePaymentMethod: false,
  attachPaymentMethod: true,
  detachPaymentMethod: true,
  createSetup: true,
  setUpMethod: true,
  retrieveSetup: false,
  cancelSetup: true,
  createPayment: true,
  retrievePayment: false,
  confirmPayment: true,
  cancelPayment: true,
  listPayments: false,
  searchPayments: false,
  retrieveCharge: false,
  createSession: true,
  retrieveSession: false,
  expireSession: true,
  createRefund: true,
  retrieveRefund: false,
  listRefunds: false,
  retrieveDispute: false,
  createTaxId: true,
  listTaxIds: false,
  deleteTaxId: true,
  retrieveEvent: false,
  listEvents: false,
  createWebhookEndpoint: true,
  readWebhook: false,
};

type Call = keyof PaymentGateway;

export const takesMoney = (call: Call): boolean => call === 'createPayment' || call === 'confirmPayment' || call === 'createSession';

/**
 * Checks each write before sending it.
 * @param refusal returns null if the write may be sent; otherwise, returns the error
 */
export function guardWrites(gateway: PaymentGateway, refusal: (call: Call) => Promise<GatewayError | null>): PaymentGateway {
  const guarded = (Object.keys(writes) as Call[]).map((name) => {
    const call = gateway[name] as (...args: unknown[]) => unknown;
    const asking = async (...args: unknown[]): Promise<unknown> => {
      const error = await refusal(name);
      return error === null ? call(...args) : { ok: false, error };
    };
    return [name, writes[name] ? asking : call] as const;
  });
  return Object.fromEntries(guarded) as unknown as PaymentGateway;
}
