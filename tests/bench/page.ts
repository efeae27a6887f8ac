/**
 * The billing page of an organization with 10,000 projects against one with 3, in a browser as slow as a phone (a quarter
 * of the speed): when the largest part is painted, and how long it takes to fold and unfold a group of costs.
 * Run: npx tsx tests/bench/page.ts
 */
import type { Browser, Page } from 'playwright';
import pg from 'pg';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';

const rounds = 7;
const small = 'pro-capped';
/** A seeded organization on Pro that gets its many projects here. */
const large = 'card-no-address';
const projects = 10_000;

async function grow(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const start = `(select extract(epoch from current_period_start)::bigint from subscriptions s where s.organization_id = o.id)`;
  await client.query(`
    insert into projects (ref, organization_id, name, status, compute_size, created_at)
    select translate(substr(md5('${large}/' || i), 1, 20), '0123456789', 'ghijklmnop'), o.id, 'project ' || i, 'ACTIVE_HEALTHY', 'micro', to_timestamp(${start})
    from organizations o, generate_series(1, ${projects}) i where o.slug = '${large}'`);
  await client.query(`
    insert into resource_spans (organization_id, project_id, metric, kind, resource_id, quantity, from_seconds)
    select p.organization_id, p.id, 'COMPUTE_HOURS_XS', 'primary', p.ref, 1, ${start}
    from projects p join organizations o on o.id = p.organization_id where o.slug = '${large}' and p.name like 'project %'`);
  await client.query('analyze');
  await client.end();
}

async function open(browser: Browser, origin: string, slug: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  await context.request.post(`${origin}/auth/sandbox`, { data: { member: 'owner' }, headers: { Origin: origin } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${origin}/org/${slug}/billing`, { waitUntil: 'networkidle' });
  return page;
}

/** Milliseconds from the start of the answer to the largest paint, so that the server's own work stays out. */
const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        new PerformanceObserver((list) => resolve((list.getEntries().at(-1)?.startTime ?? 0) - (navigation?.responseStart ?? 0))).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );

/** Milliseconds until the press of a group's button is painted; the longer of folding and unfolding. */
async function fold(page: Page): Promise<number> {
  const button = page.getByRole('region', { name: 'Upcoming Invoice' }).getByRole('button', { name: /, working of Compute$/ });
  const press = async (): Promise<number> => {
    await page.evaluate(() => {
      const heard = window as Window & { longest?: number };
      heard.longest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) heard.longest = Math.max(heard.longest ?? 0, entry.duration);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    const was = await button.getAttribute('aria-expanded');
    await button.click();
    await page.waitForFunction(([element, before]) => (element as Element).getAttribute('aria-expanded') !== before, [
      await button.elementHandle(),
      was,
    ] as const);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
    return page.evaluate(() => (window as Window & { longest?: number }).longest ?? 0);
  };
  await press();
  return Math.max(await press(), await press());
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is needed');
const databaseUrl = await createDatabase(postgres.url);
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const browser = await launchBrowser();
await grow(databaseUrl);
const paints: Record<string, number[]> = { [small]: [], [large]: [] };
const folds: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  for (const slug of [small, large]) {
    const page = await open(browser, server.origin, slug);
    paints[slug]?.push(await largestPaint(page));
    if (slug === large) folds.push(await fold(page));
    await page.context().close();
  }
}
await browser.close();
await server.stop();
await postgres.stop();
const [smallMs, largeMs] = [median(paints[small] ?? []), median(paints[large] ?? [])];
process.stdout.write(
  `${JSON.stringify({ name: 'page', projects, smallMs, largeMs, paintRatio: largeMs / smallMs, foldMs: median(folds), rounds })}\n`,
);
