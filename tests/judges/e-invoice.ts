import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEInvoice } from '#server/documents/e-invoice/e-invoice-document.ts';
import { eInvoiceOf } from '#server/documents/e-invoice/e-invoice-sources.ts';
import { serializeEInvoice } from '#server/documents/e-invoice/serialize.ts';
import { ruleFaults } from '#tests/support/e-invoice-faults.ts';
import { offeredPapers, refusedPapers } from './e-invoice-papers.ts';

// Checks e-invoices by the official rules of EN 16931: npm run judges -- --e-invoice FOLDER

/** Name of the file with the rules. The European Commission publishes it on GitHub in ConnectingEurope/eInvoicing-EN16931. */
const RULES_FILE = 'EN16931-UBL-validation.xslt';
const RELEASE = '1.3.16';
/** File with the compiled rules. It is kept, because compiling takes minutes. */
const COMPILED_FILE = `.cache/e-invoice/rules-${RELEASE}.sef.json`;

interface Saxon {
  transform(options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' }): { principalResult: string };
}

function rulesIn(folder: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith(RULES_FILE));
  if (found === undefined) throw new Error(`${folder} has no ${RULES_FILE}`);
  const path = join(folder, found);
  if (!readFileSync(path, 'utf8').includes(`Schematron version ${RELEASE}`)) throw new Error(`${path} is not the release ${RELEASE}`);
  return path;
}

function compileRules(folder: string): void {
  const rules = rulesIn(folder);
  if (existsSync(COMPILED_FILE)) return;
  mkdirSync('.cache/e-invoice', { recursive: true });
  const { status } = spawnSync('node_modules/.bin/xslt3', [`-xsl:${rules}`, `-export:${COMPILED_FILE}`, '-nogo'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The rules could not be compiled');
}

function officialFaults(xml: string): string[] {
  const { principalResult } = saxon.transform({ stylesheetInternal: rules, sourceText: xml, destination: 'serialized' });
  return [...principalResult.matchAll(/<svrl:failed-assert[^>]*>/g)]
    .filter(([assert]) => assert.includes('flag="fatal"'))
    .map(([assert]) => /\bid="([^"]+)"/.exec(assert)?.[1] ?? assert);
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the rules');
compileRules(folder);
// The package has no types.
const saxon = createRequire(import.meta.url)('saxon-js') as Saxon;
const rules: unknown = JSON.parse(readFileSync(COMPILED_FILE, 'utf8'));
const problems: string[] = [];

for (const { name, source } of offeredPapers) {
  const made = eInvoiceOf(source);
  if (!('xml' in made)) problems.push(`${name}: not offered: ${made.faults.map(({ rule }) => rule).join(', ')}`);
  else for (const rule of officialFaults(made.xml)) problems.push(`${name}: breaks ${rule}`);
}
for (const { name, source } of refusedPapers) {
  const made = eInvoiceOf(source);
  const official = officialFaults(serializeEInvoice(buildEInvoice(source)));
  if ('xml' in made) problems.push(`${name}: offered, but breaks ${official.join(', ')}`);
  else
    for (const { rule } of made.faults)
      if (!official.includes(rule)) problems.push(`${name}: names ${rule}, officially ${official.join(', ')}`);
}
const planted = ruleFaults.filter(({ isSerializable }) => isSerializable);
for (const { id, document } of planted) {
  const official = officialFaults(serializeEInvoice(document));
  if (!official.includes(id)) problems.push(`The fault of ${id} is officially ${official.join(', ') || 'none'}`);
}

process.stdout.write(
  `${offeredPapers.length} offered files, ${refusedPapers.length} refused ones and ${planted.length} planted faults, checked by the rules ${RELEASE}\n` +
    problems.map((problem) => `${problem}\n`).join(''),
);
process.exitCode = problems.length === 0 ? 0 : 1;
