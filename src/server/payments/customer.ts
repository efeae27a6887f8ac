import { customerOf, recordGatewayId } from '#server/store/customers.ts';
import { addWork } from '#server/store/outbox.ts';
import type { PaymentContext } from './context.ts';
import { askGateway, isServerFailure, gatewayUnavailable } from './gateway-calls.ts';
import { newId } from './ids.ts';

const newKey = (): string => newId('cust');

export const ownCustomer = ({ db }: Pick<PaymentContext, 'db'>, organizationId: number) => customerOf(db, organizationId, newKey);

/**
 * Creates the customer at first use.
 * @throws {PlatformError} if the gateway is unavailable
 */
export async function gatewayCustomer(payments: PaymentContext, organizationId: number): Promise<string> {
  const customer = await ownCustomer(payments, organizationId);
  if (customer.gatewayId !== null) return customer.gatewayId;
  // Requests with the same idempotency key must be equal, so data that can change is synced later.
  const create = (key: string) => askGateway(() => payments.gateway.createCustomer({ metadata: { customer: customer.key } }, key));
  const key = `customer:${customer.key}`;
  let created = await create(key);
  // After a server failure, the gateway repeats the failure for the same key for a day. Therefore, the retry uses a new key. An orphaned
  // customer is harmless.
  if (!created.ok && isServerFailure(created.error)) created = await create(`${key}:${newId('again')}`);
  if (!created.ok) throw gatewayUnavailable(created.error);
  const gatewayId = await recordGatewayId(payments.db, organizationId, created.value.id);
  await addWork(payments.db, { organizationId, kind: 'sync_customer', subject: String(organizationId) });
  payments.wake();
  return gatewayId;
}
