import { expect, it } from 'vitest';
import { checkBooks } from '#server/billing/price-books/check-books.ts';
import { publishBook, withdrawVersion } from '#server/billing/price-books/price-books.ts';
import { announceNewPrices } from '#server/jobs/all-jobs.ts';
import { createLog } from '#server/tracing/log.ts';
import { findBook, insertBook } from '#server/store/price-books.ts';
import { truthOf } from '#server/store/notices/notice-truth.ts';
import { bookDraft } from '#tests/support/book-drafts.ts';
import { onEachBillingStore } from '#tests/support/billing-store.ts';
import { day, ignore, now } from './cycles/fixtures.ts';

const organizations = [{ slug: 'ash', name: 'Ash', plan: 'pro', cyclesBefore: 1, daysIntoCycle: 10, projects: [{ name: 'app' }] } as const];
const at = (nowSeconds: number) => ({ nowSeconds, priceNoticeDays: 30 });
const proAt = (price: number) => bookDraft(({ plans }) => (plans.pro.price = price));

// Each test withdraws the versions that it publishes.
onEachBillingStore(
  organizations,
  now,
  (get) => {
    const publish = (version: string, effectiveAtSeconds: number, price: number) =>
      publishBook(get().db, { version, effectiveAtSeconds, document: proAt(price) }, at(now));
    const withdraw = (version: string, nowSeconds = now) => withdrawVersion(get().db, version, at(nowSeconds));
    const stateOf = async (version: string) => (await findBook(get().db, version))?.state;

    it('a version is compared with the one before it, although that one is still checked', async () => {
      expect(await publish('cheap', now + 60, 20)).toMatchObject({ kind: 'published', book: { state: 'checking' } });
      expect(await publish('back', now + 120, 25)).toMatchObject({ kind: 'too_soon', rises: ['plans.pro.price'] });
      expect(await publish('back', now + 31 * day, 25)).toMatchObject({ kind: 'published' });
      for (const version of ['back', 'cheap']) expect(await withdraw(version)).toBe('withdrawn');
    });

    it.each(['checking', 'scheduled'])('a version may not make a rise of the one after it, which is %s', async (state) => {
      const next = `next ${state}`;
      expect(await publish(next, now + 120, 25)).toMatchObject({ kind: 'published' });
      if (state === 'scheduled') await checkBooks(get().db, at(now));
      expect(await stateOf(next)).toBe(state);
      expect(await publish(`before ${next}`, now + 60, 20)).toMatchObject({
        kind: 'follower_too_soon',
        follower: { version: next, rises: ['plans.pro.price'] },
      });
      expect(await withdraw(next)).toBe('withdrawn');
    });

    it('a withdrawal may not make a rise of the version after it', async () => {
      const { db } = get();
      await publish('dear', now + 40 * day, 35);
      await publish('less dear', now + 41 * day, 30);
      await checkBooks(db, at(now));
      expect([await stateOf('dear'), await stateOf('less dear')]).toEqual(['scheduled', 'scheduled']);
      // Emails announced "less dear" as a decrease from $35, the price of "dear". Without "dear", it is an increase from $25.
      expect(await withdraw('dear', now + 20 * day)).toMatchObject({ version: 'less dear', rises: ['plans.pro.price'] });
      for (const version of ['less dear', 'dear']) expect(await withdraw(version, now + 20 * day)).toBe('withdrawn');
    });

    it('the check refuses a rise that has lost its notice to another publication, or to an outage of the check', async () => {
      const { db } = get();
      const concurrent = { id: 'pb_concurrent', version: 'concurrent', publishedAtSeconds: now, publishedBy: null };
      await insertBook(db, { ...concurrent, effectiveAtSeconds: now + 60, document: proAt(26) });
      await publish('slow', now + 30 * day, 27);
      await publish('in time', now + 33 * day, 28);
      await checkBooks(db, at(now + 2 * day));
      expect([await stateOf('concurrent'), await stateOf('slow'), await stateOf('in time')]).toEqual(['refused', 'refused', 'scheduled']);
      await publish('quick', now + 30 * day, 27);
      await checkBooks(db, at(now + 3600));
      expect(await stateOf('quick')).toBe('scheduled');
      for (const version of ['concurrent', 'slow', 'in time', 'quick']) expect(await withdraw(version)).toBe('withdrawn');
    });

    it('a version is announced again when another one comes before it or is withdrawn, and only the last email is sent', async () => {
      const { db, rows } = get();
      const announce = () => announceNewPrices.run({ db, log: createLog({ logLevel: 'silent' }), chargeInvoice: ignore }, now);
      const notices = () =>
        rows<Parameters<typeof truthOf>[1]>(
          `select organization_id as "organizationId", kind, facts, null as "invoiceId" from notices where facts ->> 'version' = 'late' order by id`,
        );
      const feesBefore = async () =>
        (await notices()).map(({ facts }) => (facts as unknown as { changes: { before: string }[] }).changes[0]?.before);
      const settle = async () => {
        await checkBooks(db, at(now));
        await announce();
      };
      await publish('late', now + 60 * day, 40);
      await settle();
      expect(await feesBefore()).toEqual(['$25.00']);
      await publish('between', now + 40 * day, 30);
      await settle();
      expect(await feesBefore()).toEqual(['$25.00', '$30.00']);
      const forOthers = bookDraft(({ plans }) => {
        plans.pro.price = 30;
        plans.team.price = 500;
      });
      await publishBook(db, { version: 'for others', effectiveAtSeconds: now + 50 * day, document: forOthers }, at(now));
      await settle();
      expect(await feesBefore()).toEqual(['$25.00', '$30.00']);
      for (const version of ['for others', 'between']) expect(await withdraw(version)).toBe('withdrawn');
      await announce();
      expect(await feesBefore()).toEqual(['$25.00', '$30.00', '$25.00']);
      const holds = await Promise.all((await notices()).map(async (notice) => (await truthOf(db, notice, now)).holds));
      expect(holds.at(1)).toBe(false);
      expect(holds.at(-1)).toBe(true);
    });
  },
  { subject: 'database' },
);
