import { customerOf, noteGatewayId } from '#server/store/customers.ts';
import { addWork } from '#server/store/outbox.ts';
import type { Money } from './context.ts';
import { ask, unavailable } from './gateway-calls.ts';
import { newId } from './ids.ts';

const newKey = (): string => newId('cust');

export const ownCustomer = ({ db }: Pick<Money, 'db'>, organizationId: number) => customerOf(db, organizationId, newKey);

/**
 * The gateway's customer of an organization, made when first needed: the same one however many ask at once.
 * @throws {PlatformError} when the gateway can't be reached
 */
export async function gatewayCustomer(money: Money, organizationId: number): Promise<string> {
  const customer = await ownCustomer(money, organizationId);
  if (customer.gatewayId !== null) return customer.gatewayId;
  // Only what never changes goes with the key: name, address and recipients follow.
  const made = await ask(() => money.gateway.createCustomer({ metadata: { customer: customer.key } }, `customer:${customer.key}`));
  if (!made.ok) throw unavailable(made.error);
  await noteGatewayId(money.db, organizationId, made.value.id);
  await addWork(money.db, { organizationId, kind: 'sync_customer', subject: String(organizationId) });
  money.wake();
  return made.value.id;
}
