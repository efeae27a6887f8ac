import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '#server/http/openapi.ts';

// The OpenAPI document by the rules of two linters, which stand outside the lock file as the other linters do.

const folder = mkdtempSync(join(tmpdir(), 'billing-api-'));
const document = join(folder, 'openapi.json');
const ruleset = join(folder, 'ruleset.yaml');
writeFileSync(document, JSON.stringify(openApiDocument(true), null, 2));
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');

const linters = [
  ['@redocly/cli@2.73.0', ['lint', document, '--format=stylish']],
  ['@stoplight/spectral-cli@6.16.3', ['lint', document, '--ruleset', ruleset, '--fail-severity', 'error', '--display-only-failures']],
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
