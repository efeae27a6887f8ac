import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { sealStoredSecrets } from '#server/store/events/sealed-secrets.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { sequencesAt, webhookGround } from '#tests/support/webhook-ground.ts';

// Signing secrets are encrypted in the database, so a copy of the database is not enough to sign a message.

onEachStore(
  (platform) => {
    const { ask, listen, organization, deliveriesOf, deliveriesSent } = webhookGround(platform);
    const db = () => platform().context.db;

    async function everything(): Promise<string> {
      const tables = rowsOf<{ name: string }>(await db().execute(sql`select tablename as name from pg_tables where schemaname = 'public'`));
      expect(tables.length).toBeGreaterThan(40);
      const texts: string[] = [];
      for (const { name } of tables)
        for (const { row } of rowsOf<{ row: string }>(
          await db().execute(sql`select row_to_json(one)::text as row from ${sql.identifier(name)} one`),
        ))
          texts.push(row);
      return texts.join('\n');
    }
    const storeSecret = (id: string, secret: string) => db().execute(sql`update webhook_endpoints set secret = ${secret} where id = ${id}`);
    const storedSecret = async (id: string): Promise<string> =>
      rowsOf<{ secret: string }>(await db().execute(sql`select secret from webhook_endpoints where id = ${id}`))[0]?.secret ?? '';

    it('stores no secret in clear text, neither the current one nor a replaced one, and signs with both', async () => {
      const { receiver, id } = await listen();
      const before = receiver.secret;
      const { body } = await ask('POST', `/webhook-endpoints/${id}/rotate`, undefined, { headers: { 'Idempotency-Key': `sealed-${id}` } });
      const stored = await everything();
      expect(stored).toContain(id);
      for (const secret of [String(before), String(body.secret)]) expect(stored).not.toContain(secret.slice('whsec_'.length));
      for (const secret of [before, body.secret]) {
        receiver.secret = secret;
        expect((await ask('POST', `/webhook-endpoints/${id}/test`)).body).toMatchObject({ delivered: true });
      }
      expect(receiver.unsigned).toEqual([]);
    });

    it('seals what an earlier version has stored in clear text, once', async () => {
      const { receiver, id } = await listen();
      await storeSecret(id, String(receiver.secret));
      const { secrets } = platform().context;
      expect(await sealStoredSecrets(db(), secrets, { reseals: false })).toBe(1);
      expect(await storedSecret(id)).toMatch(/^sealed\.1\./);
      expect(await sealStoredSecrets(db(), secrets, { reseals: true })).toBe(0);
      const slug = await organization();
      await deliveriesSent();
      expect([sequencesAt(receiver, slug), receiver.unsigned]).toEqual([[1], []]);
    });

    it('sends nothing that is signed with the secret of another endpoint, and tries again', async () => {
      const [{ receiver, id }, { id: other }] = [await listen(), await listen(['invoice.paid'])];
      const secret = await storedSecret(id);
      await storeSecret(id, await storedSecret(other));
      await organization();
      await deliveriesSent();
      expect([receiver.received, await deliveriesOf(id)]).toEqual([
        [],
        [expect.objectContaining({ state: 'pending', attempts: 1, last_status: null, last_error: 'sealed_secret' })],
      ]);
      await expect(sealStoredSecrets(db(), platform().context.secrets, { reseals: true })).rejects.toThrow(
        `endpoint ${id} can't be opened`,
      );
      await storeSecret(id, secret);
    });
  },
  { SEED: 'none' },
);
