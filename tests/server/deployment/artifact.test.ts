import { readdirSync, readFileSync, rmSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeArtifact, runFile, type Artifact } from '#tests/support/artifact.ts';
import { runScript, startProgram } from '#tests/support/built-program.ts';
import { hasOtherNodes, otherNode } from '#tests/support/other-node.mjs';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

let artifact: Artifact;
let production: Artifact;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'billing-artifact-data-'));
  artifact = await makeArtifact();
  production = await makeArtifact('production');
}, 240_000);
afterAll(() => {
  artifact?.clear();
  production?.clear();
  rmSync(home, { recursive: true, force: true });
});

const contents = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });

/** Requests a page, a call and an invoice PDF, which together need every production package. */
async function lookAround(origin: string): Promise<void> {
  const entered = await fetch(`${origin}/auth/sandbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"member":"owner"}',
  });
  const headers = { Cookie: (entered.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '', Version: '2' };
  const page = await fetch(`${origin}/org/pro-payg/billing`, { headers });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')]);
  const billing = `${origin}/platform/organizations/pro-payg/billing/invoices`;
  const invoices = (await (await fetch(billing, { headers })).json()) as { id: string; invoice_pdf: string | null }[];
  const address = invoices.find(({ invoice_pdf: pdf }) => pdf !== null)?.invoice_pdf ?? '';
  const pdf = await fetch(new URL(address, origin), { headers });
  expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  for (const path of ['/docs', '/platform/openapi.json', '/__design'])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
}

it('starts embedded without a development dependency, answers, and writes nothing where it lies', async () => {
  const before = contents(artifact.folder);
  const program = await startProgram({ DATA_DIR: join(home, 'data') }, [artifact.server, 'serve']);
  await lookAround(program.origin);
  expect(await program.end('SIGTERM')).toMatchObject({ code: 0, errors: '' });
  expect(contents(artifact.folder)).toEqual(before);
}, 60_000);

/** Maximum size of the program and its packages in MB, in addition to the Node image. */
const mostMegabytes = 80;

it('is small without the embedded database, which it then says', async () => {
  const files = readdirSync(production.folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => /pglite|start-images/.test(name) && !name.startsWith('dist/server/'))).toEqual([]);
  const bytes = files.reduce((sum, name) => sum + statSync(join(production.folder, name)).size, 0);
  expect(bytes / 1e6).toBeLessThan(mostMegabytes);
  const { code, errors } = await runScript({ DATA_DIR: join(home, 'absent') }, [production.server, 'serve']);
  expect([code, errors]).toEqual([
    1,
    'The embedded database is not installed here; run npm ci --omit=dev to add it, or set MODE=production.\n',
  ]);
});

it('has few packages, none of which only a build needs', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>;
  const built = readdirSync('dist/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join('dist/server', name), 'utf8'))
    .join('\n');
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) expect(built).toContain(`"${name}"`);
});

it.skipIf(inject('postgresUrl') === null)(
  'migrates, makes a key and starts in production without it',
  async () => {
    const environment = { ...productionSettings, DATABASE_URL: await createDatabase(inject('postgresUrl') ?? '') };
    const command = (...words: string[]) => runScript(environment, [production.command, ...words]);
    expect((await runScript(environment, [production.server, 'serve'])).errors).toContain('node dist/server/billing.js migrate');
    expect(await command('migrate')).toMatchObject({ code: 0, errors: '' });
    expect(await command('init')).toMatchObject({ code: 0, output: expect.stringMatching(/bk_[\w-]{30,}/) });
    expect(await command('org', 'put', 'acme', '--name', 'Acme', '--plan', 'pro')).toMatchObject({ code: 0, errors: '' });
    const program = await startProgram(environment, [production.server, 'serve']);
    expect((await program.end('SIGTERM')).code).toBe(0);
  },
  90_000,
);

it.skipIf(!hasOtherNodes).each([22, 24])(
  'starts on Node %s, where the rules of billing hold as well',
  async (version) => {
    const node = otherNode(version);
    const program = await startProgram({ DATA_DIR: join(home, `data-${version}`) }, [artifact.server, 'serve'], node);
    await lookAround(program.origin);
    expect(await program.end('SIGTERM')).toMatchObject({ code: 0, errors: '' });
    const sample = [
      'src/server/domain/bill.test.ts',
      'src/server/domain/quote.test.ts',
      'src/server/settings/config.test.ts',
      'src/server/tracing/log.test.ts',
    ];
    const { stdout } = await runFile(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...sample], {
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    });
    expect(stdout).toMatch(/Test Files\s+.*4 passed/);
  },
  120_000,
);
