import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleKinds } from '#server/notices/examples.ts';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

/** The Nu HTML checker. Like the linters, it is not in the lock file. It needs Java. Its first run also needs the network. */
const checker = ['--yes', '--ignore-scripts', 'vnu-jar@26.9.27'];
const canCheck = [['java', '-version'] as const, ['npx', ...checker, '--version'] as const].every(
  ([command, ...words]) => spawnSync(command, words, { timeout: 60_000 }).status === 0,
);

/**
 * Allows `role` attributes that seem redundant in stacked tables. `display` removes the implicit roles of the elements: see
 * `src/ui/README.md`.
 */
const isOfRestackedTable = (message: string): boolean =>
  /“role” attribute must not be used on a “t(?:able|r|h|d|head|body|foot)”/.test(message);

function faultsOf(documents: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'billing-html-'));
  const files = Object.entries(documents).map(([name, html]) => {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    return file;
  });
  const { stdout, stderr, status } = spawnSync('npx', [...checker, '--errors-only', '--format', 'json', ...files], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  rmSync(folder, { recursive: true });
  const report = /\{"(?:version|messages)":.*\}/s.exec(stderr + stdout)?.[0];
  if (report === undefined) throw new Error(`The checker ended with ${status}: ${stderr}`);
  const { messages } = JSON.parse(report) as { messages: { url: string; message: string }[] };
  return messages.filter(({ message }) => !isOfRestackedTable(message)).map(({ url, message }) => `${url.split('/').at(-1)}: ${message}`);
}

const addresses = [
  '/',
  '/sign-in',
  '/org/pro-payg',
  '/org/pro-payg/usage',
  '/org/nothing/billing',
  ...['pro-payg', 'free-start', 'extreme-text', 'restricted', 'slow-org', 'failing-org', 'fly-partner', 'billing-off', 'rare-usage'].map(
    (slug) => `/org/${slug}/billing`,
  ),
  '/sandbox/postbox',
  ...exampleKinds.map((kind) => `/sandbox/postbox/examples/${kind}`),
];

it.skipIf(!canCheck)('sends documents in which the Nu checker finds no error', { timeout: 120_000 }, async () => {
  const page = await journey.open('owner', '/');
  const documents: Record<string, string> = {};
  for (const address of addresses)
    documents[address.replaceAll('/', '_')] = await (await page.request.get(journey.origin + address)).text();
  const within = (name: string, link: RegExp): string => link.exec(documents[name] ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
  const found = {
    invoice: within('_org_pro-payg_billing', /href="([^"]*\/billing\/invoices\/[^"]+)"/),
    project: within('_org_pro-payg', /href="(\/project\/[^"]+)"/),
  };
  for (const [name, address] of Object.entries(found)) {
    expect([name, address]).toEqual([name, expect.stringMatching(/^\//)]);
    documents[name] = await (await page.request.get(journey.origin + address)).text();
  }
  expect(faultsOf(documents)).toEqual([]);
  const broken = (documents['_'] ?? '').replace('</title>', '</title><meta property="nothing">');
  expect(faultsOf({ broken })).toEqual([expect.stringContaining('meta')]);
});
