import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProgram } from '#tests/support/built-program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'development-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the development server answers pages from the sources, and stops when it is asked to', { timeout: 180_000 }, async () => {
  const { origin, end } = await startProgram({ DATA_DIR: folder }, ['src/server/cli/dev.mjs']);
  const page = await fetch(`${origin}/sign-in`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('/src/app/entry-browser.ts');
  const source = await fetch(`${origin}/src/app/entry-browser.ts`);
  expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  expect(await (await fetch(`${origin}/docs`)).text()).toContain('API reference');
  for (const file of ['viewer.js', 'reference.js', 'reference.css'])
    expect((await fetch(`${origin}/docs/assets/${file}`)).status).toBe(200);
  expect((await end('SIGTERM')).code).toBe(0);
});
