import { and, asc, eq, inArray, lt, ne, sql, type Placeholder } from 'drizzle-orm';
import { perDatabase, type Database } from '#server/database/database.ts';
import { paymentMethods, setupIntents } from '#server/database/tables/payment-methods.ts';
import { addWork } from './outbox.ts';

export type MethodRow = typeof paymentMethods.$inferSelect;

export interface SeenMethod {
  readonly id: string;
  readonly fingerprint: string | null;
  readonly card: { readonly brand: string; readonly last4: string; readonly expMonth: number; readonly expYear: number } | null;
  readonly addedAt: Date;
}

const attachedTo = (organizationId: number | Placeholder) =>
  and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.state, 'attached'));

const methodAt = (organizationId: number, id: string) => and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.id, id));

const setupAt = (organizationId: number, id: string) => and(eq(setupIntents.organizationId, organizationId), eq(setupIntents.id, id));

const statements = perDatabase((db) => ({
  attached: db
    .select()
    .from(paymentMethods)
    .where(attachedTo(sql.placeholder('organizationId')))
    .orderBy(asc(paymentMethods.position))
    .prepare('cards_of_organization'),
  openSetups: db
    .select({ id: setupIntents.id })
    .from(setupIntents)
    .where(and(eq(setupIntents.organizationId, sql.placeholder('organizationId')), eq(setupIntents.state, 'open')))
    .prepare('open_setups_of_organization'),
}));

export const listMethods = (db: Database, organizationId: number): Promise<MethodRow[]> =>
  statements(db).attached.execute({ organizationId });

export async function findMethod(db: Database, organizationId: number, id: string): Promise<MethodRow | null> {
  const [row] = await db.select().from(paymentMethods).where(methodAt(organizationId, id));
  return row ?? null;
}

export async function defaultMethod(db: Database, organizationId: number): Promise<MethodRow | null> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(attachedTo(organizationId), eq(paymentMethods.isDefault, true)));
  return row ?? null;
}

/** Deleted cards stay deleted. Sets a missing default card. The caller must hold the organization lock. */
export async function recordMethods(tx: Database, organizationId: number, methods: readonly SeenMethod[]): Promise<void> {
  for (const { id, fingerprint, card, addedAt } of methods) {
    const facts = {
      fingerprint,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      expMonth: card?.expMonth ?? null,
      expYear: card?.expYear ?? null,
    };
    const row = { id, organizationId, addedAt, ...facts };
    const added = await tx.insert(paymentMethods).values(row).onConflictDoNothing().returning({ id: paymentMethods.id });
    if (added.length === 0) await tx.update(paymentMethods).set(facts).where(methodAt(organizationId, id));
  }
  await dropTwins(tx, organizationId);
  const known = await listMethods(tx, organizationId);
  const [first] = known;
  if (first && known.every(({ isDefault }) => !isDefault)) await setDefault(tx, organizationId, first.id);
}

/** Keeps the card that was added last. If the default is removed, the kept card becomes the default. */
async function dropTwins(tx: Database, organizationId: number): Promise<void> {
  const known = await listMethods(tx, organizationId);
  const newest = new Map(known.flatMap((method) => (method.fingerprint === null ? [] : [[method.fingerprint, method] as const])));
  for (const { id, fingerprint, isDefault } of known) {
    const heir = fingerprint === null ? undefined : newest.get(fingerprint);
    if (heir === undefined || heir.id === id) continue;
    await moveMethod(tx, organizationId, id, 'detaching');
    await addWork(tx, { organizationId, kind: 'detach_method', subject: id });
    if (isDefault) await setDefault(tx, organizationId, heir.id);
  }
}

type TryPlace = Pick<MethodRow, 'isDefault' | 'chargeOrder' | 'position'>;

const lastPlace = 32_767;

/** First the default card, then the cards in the order that a member chose, then the oldest first. */
export const inTryOrder = <T extends TryPlace>(methods: readonly T[]): T[] =>
  methods.toSorted(
    (a, b) =>
      Number(b.isDefault) - Number(a.isDefault) ||
      (a.chargeOrder ?? lastPlace) - (b.chargeOrder ?? lastPlace) ||
      (a.position ?? 0) - (b.position ?? 0),
  );

/** The caller must hold the organization lock. */
export async function saveChargeOrder(tx: Database, organizationId: number, ids: readonly string[]): Promise<void> {
  for (const [chargeOrder, id] of ids.entries()) await tx.update(paymentMethods).set({ chargeOrder }).where(methodAt(organizationId, id));
}

/** Writes nothing if the card is already the default. The caller must hold the organization lock. */
export async function setDefault(tx: Database, organizationId: number, id: string): Promise<void> {
  const { isDefault, id: methodId } = paymentMethods;
  await tx
    .update(paymentMethods)
    .set({ isDefault: false })
    .where(and(eq(paymentMethods.organizationId, organizationId), eq(isDefault, true), ne(methodId, id)));
  await tx
    .update(paymentMethods)
    .set({ isDefault: true })
    .where(and(attachedTo(organizationId), eq(methodId, id), eq(isDefault, false)));
}

export async function moveMethod(db: Database, organizationId: number, id: string, state: 'detaching' | 'detached'): Promise<void> {
  await db.update(paymentMethods).set({ state, isDefault: false }).where(methodAt(organizationId, id));
}

export async function insertSetup(db: Database, setup: typeof setupIntents.$inferInsert): Promise<void> {
  await db.insert(setupIntents).values(setup).onConflictDoNothing();
}

export async function lockSetup(tx: Database, organizationId: number, id: string): Promise<typeof setupIntents.$inferSelect | null> {
  const [row] = await tx.select().from(setupIntents).where(setupAt(organizationId, id)).for('update');
  return row ?? null;
}

export async function recordSetupDecline(tx: Database, organizationId: number, id: string, countedDecline: string): Promise<void> {
  await tx.update(setupIntents).set({ countedDecline }).where(setupAt(organizationId, id));
}

export async function openSetups(db: Database, organizationId: number): Promise<string[]> {
  const rows = await statements(db).openSetups.execute({ organizationId });
  return rows.map(({ id }) => id);
}

export async function closeSetups(
  db: Database,
  organizationId: number,
  ids: readonly string[],
  state: 'succeeded' | 'canceled',
): Promise<void> {
  if (ids.length > 0)
    await db
      .update(setupIntents)
      .set({ state })
      .where(and(eq(setupIntents.organizationId, organizationId), inArray(setupIntents.id, [...ids]), eq(setupIntents.state, 'open')));
}

export async function staleSetups(db: Database, before: Date, limit: number): Promise<{ id: string; organizationId: number }[]> {
  return db
    .select({ id: setupIntents.id, organizationId: setupIntents.organizationId })
    .from(setupIntents)
    .where(and(eq(setupIntents.state, 'open'), lt(setupIntents.createdAt, before)))
    .limit(limit);
}

export async function organizationOfSetup(db: Database, id: string): Promise<number | null> {
  const [row] = await db.select({ organizationId: setupIntents.organizationId }).from(setupIntents).where(eq(setupIntents.id, id));
  return row?.organizationId ?? null;
}

export async function organizationOfMethod(db: Database, id: string): Promise<number | null> {
  const [row] = await db.select({ organizationId: paymentMethods.organizationId }).from(paymentMethods).where(eq(paymentMethods.id, id));
  return row?.organizationId ?? null;
}
