import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { adminDocument } from '#server/http/admin/admin-openapi.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { clientDeclarations, operationTable, type ApiDescription } from './client-types.ts';

const root = resolve(import.meta.dirname, '../../..');

export const clientPackage = 'organization-billing-client';

const readme = `# Billing client

Typed client of the Platform API and the Admin API. It has no dependencies and needs Node 20 or a browser.

    import { createClient, verifyWebhook } from '${clientPackage}';
    const { platform } = createClient({ url: 'https://billing.example.com', token: process.env.BILLING_TOKEN });
    const costs = await platform.getCosts({ params: { slug: 'acme' }, query: { group_by: 'project' } });

The platform's pages at /docs describe every call. /docs/program.md has a whole program.
`;

/** Writes the client as one module. The operations are a table of data, so that the code stays small. */
async function writeModule(folder: string, tables: Readonly<Record<string, string>>): Promise<void> {
  const runtime = JSON.stringify(join(root, 'src/client/client.ts'));
  const entry = join(folder, 'entry.js');
  writeFileSync(
    entry,
    `import { clientOf } from ${runtime};
export { ApiError, everyPage, verifyWebhook } from ${runtime};
export const createClient = clientOf(${JSON.stringify(tables)});`,
  );
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      lib: { entry, formats: ['es'], fileName: () => 'index.js' },
    },
  });
}

export async function packClient(into: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-client-'));
  try {
    const [platform, admin] = [openApiDocument(true), adminDocument()] as unknown as [ApiDescription, ApiDescription];
    await writeModule(folder, { platform: operationTable(platform), admin: operationTable(admin) });
    writeFileSync(join(folder, 'index.d.ts'), clientDeclarations(platform, admin));
    writeFileSync(join(folder, 'README.md'), readme);
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; license: string };
    const entry = { types: './index.d.ts', default: './index.js' };
    const manifest = {
      name: clientPackage,
      version,
      license,
      type: 'module',
      exports: entry,
      files: ['index.js', 'index.d.ts'],
      engines: { node: '>=20' },
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    mkdirSync(into, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(into)], { cwd: folder });
    return join(resolve(into), `${clientPackage}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
