import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright';
import { expect, it } from 'vitest';
import { goals } from '#tests/bench/goals.ts';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

const gzipBytes = async (responses: readonly Response[]): Promise<number> => {
  const bodies = await Promise.all(responses.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
};

it('stays within its size limit on a phone, with everything that loads without a touch', async () => {
  const page = await journey.open(null, '/sign-in', { viewport: { width: 412, height: 823 } });
  await page.getByRole('button', { name: 'Sign in as owner' }).click();
  await page.waitForLoadState('networkidle');
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(`${journey.origin}/org/pro-payg/billing`);
  await page.waitForLoadState('networkidle');
  const ofType = (type: string) => responses.filter((response) => response.ok() && response.headers()['content-type']?.startsWith(type));
  const scripts = await gzipBytes(ofType('text/javascript'));
  const styles = await gzipBytes(ofType('text/css'));
  const names = ofType('text/javascript').map((response) => new URL(response.url()).pathname);
  expect(names.filter((name) => /\/(Palette|display|more|widgets)-/.test(name))).toEqual([]);
  expect(names.some((name) => name.includes('/first-'))).toBe(true);
  // oxlint-disable-next-line no-console -- the figure is worth seeing in every run
  console.info(`first load: ${scripts} bytes of JavaScript, ${styles} bytes of CSS, gzip`);
  expect(scripts).toBeGreaterThan(60_000);
  expect(scripts).toBeLessThanOrEqual(goals['first-js'].goal);
  expect(styles).toBeLessThanOrEqual(goals['first-css'].goal);
});

it.each([
  ['/org/restricted/billing', 1],
  ['/org/pro-payg/activity', 2],
  ['/org/pro-payg/usage', 2],
] as const)('brings for %s with %i style sheets every class of the HTML', async (address, count) => {
  const page = await journey.open('owner', address);
  const html = await (await page.context().request.get(journey.origin + address)).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, sheet = '']) => sheet);
  expect(sheets).toHaveLength(count);
  const answers = await Promise.all(sheets.map((sheet) => page.context().request.get(journey.origin + sheet)));
  const style = (await Promise.all(answers.map((answer) => answer.text()))).join('');
  const classes = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
  expect(classes.size).toBeGreaterThan(50);
  expect([...classes].filter((name) => !style.includes(`.${name}`))).toEqual([]);
});
