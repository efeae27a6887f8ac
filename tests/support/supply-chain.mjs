import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findings } from './audit-findings.mjs';

// Writes the bill of materials, and fails if a package has a security advisory. If the registry does not answer, prints a warning.

const npm = (...args) => spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
let components = 0;
try {
  components = JSON.parse(bill.stdout).components.length;
} catch {
  process.stderr.write(`The bill of materials could not be made:\n${bill.stderr}\n`);
  process.exit(1);
}
mkdirSync('dist', { recursive: true });
writeFileSync(join('dist', 'sbom-development.cdx.json'), bill.stdout);
process.stdout.write(`dist/sbom-development.cdx.json names ${components} packages.\n`);

const audit = npm('audit', '--json');
const { unavailable, found } = findings(audit.stdout, audit.stderr);
if (unavailable !== null) {
  // With this prefix, GitHub shows the text as a warning of the run.
  const mark = process.env.GITHUB_ACTIONS ? '::warning title=Packages without an audit::' : '';
  process.stdout.write(`${mark}npm audit could not be asked here, so known advisories are unchecked: ${unavailable}\n`);
} else {
  for (const line of found) process.stderr.write(`${line}\n`);
  process.stdout.write(found.length === 0 ? 'npm audit knows nothing against any of them.\n' : `npm audit knows of ${found.length}.\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
