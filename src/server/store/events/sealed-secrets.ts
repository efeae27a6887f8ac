import { eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import type { SecretBox } from '#server/database/secret-box.ts';
import { webhookEndpoints } from '#server/database/tables/platform-events.ts';
import { lockEndpoints, secretOwner, type EndpointRow } from './webhooks.ts';

type StoredSecrets = Pick<EndpointRow, 'id' | 'secret' | 'replacedSecrets'>;

const storedSecrets = (db: Database) =>
  db
    .select({ id: webhookEndpoints.id, secret: webhookEndpoints.secret, replacedSecrets: webhookEndpoints.replacedSecrets })
    .from(webhookEndpoints)
    .where(isNotNull(webhookEndpoints.secret));

const textsOf = ({ secret, replacedSecrets }: StoredSecrets): string[] => [
  ...(secret === null ? [] : [secret]),
  ...replacedSecrets.map((one) => one.secret),
];

/**
 * Encrypts stored secrets.
 * @param reseals true to re-encrypt secrets of the previous key too
 * @throws {UnreadableSecret} without changes if a secret is unreadable
 */
export const sealStoredSecrets = (db: Database, secrets: SecretBox, { reseals }: { readonly reseals: boolean }): Promise<number> =>
  db.transaction(async (tx) => {
    await lockEndpoints(tx);
    let changed = 0;
    for (const row of await storedSecrets(tx).for('update')) {
      const owner = secretOwner(row.id);
      const sealed = (stored: string): string => {
        const plain = secrets.open(stored, owner);
        const stays = reseals ? secrets.isCurrent(stored) : secrets.isSealed(stored);
        return stays ? stored : secrets.seal(plain, owner);
      };
      const before = textsOf(row);
      const next = {
        secret: row.secret === null ? null : sealed(row.secret),
        replacedSecrets: row.replacedSecrets.map((one) => ({ ...one, secret: sealed(one.secret) })),
      };
      if (textsOf({ ...row, ...next }).every((text, index) => text === before[index])) continue;
      await tx.update(webhookEndpoints).set(next).where(eq(webhookEndpoints.id, row.id));
      changed += 1;
    }
    return changed;
  });

/** Returns endpoint IDs. `old`: the next `billing migrate` must re-encrypt the secrets. `unreadable`: no key decrypts the secrets. */
export async function secretStates(db: Database, secrets: SecretBox): Promise<{ total: number; old: string[]; unreadable: string[] }> {
  const rows = await storedSecrets(db);
  const opens = (id: string, text: string): boolean => {
    try {
      secrets.open(text, secretOwner(id));
      return true;
    } catch {
      return false;
    }
  };
  const unreadable = rows.filter((row) => !textsOf(row).every((text) => opens(row.id, text))).map(({ id }) => id);
  const old = rows.filter((row) => !unreadable.includes(row.id) && !textsOf(row).every(secrets.isCurrent)).map(({ id }) => id);
  return { total: rows.length, old, unreadable };
}
