import { anyGatewayCustomer } from '#server/store/customers.ts';
import type { Money } from './context.ts';

/**
 * Says so when the cards of this store are at another gateway: a sandbox whose folder was removed, or one beside a
 * database that another process has seeded. Cards are still listed; whatever needs the gateway is refused with its reason.
 */
export async function noteForeignGateway({ db, gateway, log }: Money): Promise<void> {
  const id = await anyGatewayCustomer(db);
  if (id === null) return;
  const read = await gateway.retrieveCustomer(id);
  if (read.ok || read.error.kind !== 'not_found') return;
  log.warn(
    { event: 'foreign_gateway' },
    'the payment gateway does not know the customers of this database: their cards can be seen and not charged; use the gateway, or the DATA_DIR, that the database was made with',
  );
}
