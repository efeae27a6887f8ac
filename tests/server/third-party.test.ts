import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string; readonly purl: string }[];
}

const bill = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')) as Bill;
const notices = readFileSync('dist/THIRD-PARTY-NOTICES.txt', 'utf8');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  name: string;
  version: string;
  packages: Record<string, { version: string }>;
};
const names = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name));

it('the artifact has a bill of materials of what it holds and of what runs beside it', () => {
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.metadata.component).toMatchObject({ name: lock.name, version: lock.version });
  for (const name of [
    'react',
    'react-dom',
    'hono',
    'stripe',
    'jose',
    'zod',
    'pg',
    'pino',
    '@electric-sql/pglite',
    '@scalar/fastify-api-reference',
  ])
    expect(names).toContain(name);
  for (const name of ['vitest', 'playwright-core', 'typescript', 'vite', 'drizzle-kit']) expect(names).not.toContain(name);
  const react = bill.components.find(({ name }) => name === 'react');
  expect(react?.version).toBe(lock.packages['node_modules/react']?.version);
});

it('each package of the bill has its notice, with the text of its licence', () => {
  const parts = notices.split(/\n-{80}\n/).map((part) => part.trim());
  const heads = parts.map((part) => part.split('\n', 1)[0] ?? '');
  const lacking = bill.components.filter(({ version }, index) => !heads.some((head) => head.startsWith(`${names[index]} ${version}, `)));
  expect(lacking).toEqual([]);
  expect(parts.find((part) => part.startsWith('hono '))).toContain('Permission is hereby granted');
  const bare = parts.filter((part) => !part.includes('\n'));
  expect(bare.length).toBeLessThan(parts.length / 5);
});
