import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminDocument } from '#server/http/admin/admin-openapi.ts';
import { openApiDocument } from '#server/http/openapi.ts';

// Checks the OpenAPI documents with three linters, which are not in the lock file. `api-rules.yaml` lists exceptions for the third one.

const folder = mkdtempSync(join(tmpdir(), 'billing-api-'));
const ruleset = join(folder, 'ruleset.yaml');
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');

const documents = Object.entries({ 'openapi.json': openApiDocument(true), 'admin-openapi.json': adminDocument() }).map(
  ([name, content]) => {
    const document = join(folder, name);
    writeFileSync(document, JSON.stringify(content, null, 2));
    return document;
  },
);

const linters = [
  ['@redocly/cli@2.73.0', ['lint', ...documents, '--format=stylish']],
  ['@stoplight/spectral-cli@6.16.3', ['lint', ...documents, '--ruleset', ruleset, '--fail-severity', 'error', '--display-only-failures']],
] as const;

let failed = false;
function report(name: string, { status, stdout, stderr }: SpawnSyncReturns<string>): void {
  if (status === 0) return;
  failed = true;
  process.stdout.write(`${name}\n${stdout}${stderr}\n`);
}

const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const settings = { encoding: 'utf8', env: environment, cwd: folder } as const;
for (const [name, words] of linters) report(name, spawnSync('npx', ['--yes', name, ...words], settings));

// Installs the linter in the temporary folder, because the linter looks for its rules there.
const validator = 'ibm-openapi-validator@1.38.4';
const install = spawnSync('npm', ['install', '--no-save', '--no-audit', '--ignore-scripts', '--prefix', folder, validator], settings);
copyFileSync('tests/support/api-rules.yaml', join(folder, 'api-rules.yaml'));
const words = ['--errors-only', '--ruleset', 'api-rules.yaml', ...documents];
report(validator, install.status === 0 ? spawnSync(join(folder, 'node_modules/.bin/lint-openapi'), words, settings) : install);

/** Maximum bytes of the generated types without comments and with comments. The comments are the descriptions of the API document. */
const mostTypeBytes = { plain: 115_000, commented: 174_500 };
const generator = 'openapi-typescript@7.13.0';
const packages = ['--yes', '-p', generator, '-p', 'typescript@5.9.3'];
const types = spawnSync('npx', [...packages, 'openapi-typescript', 'admin-openapi.json', '-o', 'admin.ts'], settings);
const commented = types.status === 0 ? readFileSync(join(folder, 'admin.ts'), 'utf8') : '';
const plain = commented.replace(/[ \t]*\/\*\*[^]*?\*\/\n/g, '');
const isTooLarge = plain.length > mostTypeBytes.plain || commented.length > mostTypeBytes.commented;
const sizes = `The types of the admin API have ${plain.length} bytes and ${commented.length} with comments; at most ${mostTypeBytes.plain} and ${mostTypeBytes.commented} are allowed\n`;
report(generator, isTooLarge ? { ...types, status: 1, stdout: sizes, stderr: '' } : types);
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
