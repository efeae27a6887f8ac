import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminDocument } from '#server/http/admin/admin-openapi.ts';
import { openApiDocument } from '#server/http/openapi.ts';

// Runs two linters, which are not in the lock file, on the OpenAPI documents.

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
for (const [name, words] of linters) {
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', name, ...words], { encoding: 'utf8', env: environment });
  if (status === 0) continue;
  failed = true;
  process.stdout.write(`${name}\n${stdout}${stderr}\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
