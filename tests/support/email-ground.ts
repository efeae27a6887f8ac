import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { rowsOf } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { moneyOrganizations } from './money-organizations.ts';
import { payerAt, testCard, type Payer } from './payer.ts';
import { startPlatform, type TestPlatform } from './platform.ts';

interface SentDelivery {
  readonly address: string;
  readonly state: string;
  readonly lastError: string | null;
  readonly attempts: number;
  readonly kind: string;
}

export interface EmailGround {
  readonly platform: TestPlatform;
  readonly payer: Payer;
  readonly send: (afterMs?: number) => Promise<number>;
  readonly deliveries: (slug: string) => Promise<SentDelivery[]>;
  /** Sets recipients through the operator API, so that their addresses count as confirmed. */
  readonly recipients: (slug: string, primary: string, others?: readonly string[]) => Promise<void>;
  /** Tops up credits, so that the platform sends a receipt. */
  readonly buy: (slug: string) => Promise<void>;
}

export async function openEmailGround(port: number): Promise<EmailGround> {
  const platform = await startPlatform(
    'pglite',
    { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'billing@platform.example' },
    { seeds: moneyOrganizations, automatic: false, gatewayTimeoutMs: 500 },
  );
  const payer = payerAt(platform);
  return {
    platform,
    payer,
    send: (afterMs = 0) => platform.context.notices.send(new Date(Date.now() + afterMs)),
    deliveries: async (slug) =>
      rowsOf<SentDelivery>(
        await platform.context.db.execute(sql`select d.address, d.state, d.last_error as "lastError", d.attempts, n.kind
          from notice_deliveries d join notices n on n.id = d.notice_id join organizations o on o.id = d.organization_id
          where o.slug = ${slug} order by d.id`),
      ),
    recipients: (slug, primary, others = []) =>
      platform.context.db.transaction(async (tx) => {
        const [organization] = rowsOf<{ id: number; before: string | null }>(
          await tx.execute(sql`select id, billing_email as before from organizations where slug = ${slug}`),
        );
        const { id: organizationId = 0, before = null } = organization ?? {};
        await lockOrganization(tx, organizationId);
        await tx.execute(sql`update organizations set billing_email = ${primary}, additional_billing_emails = ${sql.param([...others])}::text[]
          where id = ${organizationId}`);
        await queueDetailsChanged(tx, {
          organizationId,
          changes: [{ what: 'billing_email', before, after: primary }],
          atSeconds: platform.context.clock.nowSeconds(),
          key: randomUUID(),
          formerAddresses: before === null ? [] : [before],
        });
      }),
    buy: async (slug) => {
      const { status } = await payer.topUp(slug, { amount: 100, payment_method_id: await payer.card(testCard.good) });
      expect(status).toBe(201);
    },
  };
}
