import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, expect, it } from 'vitest';
import { assetsIn } from './assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'billing-assets-'));
mkdirSync(join(folder, 'assets/inner'), { recursive: true });
writeFileSync(join(folder, 'assets/page-1.js'), 'page');
writeFileSync(join(folder, 'assets/inner/deep.js'), 'deep');
writeFileSync(join(folder, 'outside.js'), 'outside');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const app = new Hono().get('/assets/*', assetsIn(join(folder, 'assets')));

it('serves the files of its folder', async () => {
  const answer = await app.request('/assets/page-1.js');
  expect([answer.status, await answer.text()]).toEqual([200, 'page']);
});

it.each([
  '/assets/',
  '/assets/inner',
  '/assets/inner%2Fdeep.js',
  '/assets/..%2Foutside.js',
  '/assets/%2e%2e%2foutside.js',
  '/assets/..%5Coutside.js',
  `/assets/${encodeURIComponent(join(folder, 'outside.js'))}`,
  '/assets/page-1.js%00',
])('serves neither a list nor a file of another folder for %s', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});
