import { expect, it } from 'vitest';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { publishBook } from '#server/billing/price-books/price-books.ts';
import { checkPriceBooks } from '#server/jobs/all-jobs.ts';
import { createLog } from '#server/tracing/log.ts';
import { findBook } from '#server/store/price-books.ts';
import { bookDraft } from '#tests/support/book-drafts.ts';
import { onEachBillingStore } from '#tests/support/billing-store.ts';
import { day, ignore, now } from './cycles/fixtures.ts';

const base = { plan: 'pro', cyclesBefore: 2, daysIntoCycle: 10, projects: [{ name: 'app' }] } as const;
const organizations = ['left', 'closed', 'moved', 'broken'].map((slug) => ({ ...base, slug, name: slug }));
const time = { nowSeconds: now, priceNoticeDays: 30 };

// Each test continues with the organizations of the previous test.
onEachBillingStore(
  organizations,
  now,
  (get) => {
    const failures: string[] = [];
    const check = () =>
      checkPriceBooks(30).run(
        {
          db: get().db,
          log: createLog({ logLevel: 'silent' }),
          chargeInvoice: ignore,
          onRun: (job, outcome) => failures.push(`${job} ${outcome}`),
        },
        now,
      );
    const publish = (version: string, document: unknown) =>
      publishBook(get().db, { version, effectiveAtSeconds: now + 40 * day, document }, time);
    const stateOf = async (version: string) => (await findBook(get().db, version))?.state;

    it('a version needs no price for a plan that organizations have left', async () => {
      const { db, organizationId } = get();
      for (const slug of ['left', 'closed', 'moved', 'broken']) {
        const isPaid = slug === 'moved' || slug === 'broken';
        const change = {
          organizationId: await organizationId(slug),
          atSeconds: now,
          planId: isPaid ? 'team' : 'free',
          usageBillingEnabled: isPaid,
          feeChargedCents: isPaid ? 59_900 : 0,
        } as const;
        await db.transaction((tx) => changePlan(tx, change, ignore));
      }
      await db.execute(`update organizations set closed_at = now() where slug = 'closed'`);
      const withoutPro = bookDraft(({ plans }) => (plans.pro.price = null));
      expect(await publish('without pro', withoutPro)).toMatchObject({ kind: 'published' });
      await check();
      expect(await findBook(db, 'without pro')).toMatchObject({ state: 'scheduled', unpriced: [] });
    });

    it('an organization whose cycle cannot be calculated is reported, and stops no check of a version', async () => {
      const { db, organizationId } = get();
      await db.execute(
        `update billing_periods set cap_changes = '{}' where closed_at is not null and organization_id = ${await organizationId('broken')}`,
      );
      for (const version of ['first', 'second'])
        await publish(
          version,
          bookDraft(({ plans }) => (plans.pro.price = null)),
        );
      await check();
      expect([await stateOf('first'), await stateOf('second')]).toEqual(['scheduled', 'scheduled']);
      expect(failures).toEqual(['check-price-books failed', 'check-price-books failed']);
    });
  },
  { subject: 'database' },
);
