import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders of the release artifact, as listed on the documentation page about deploying. */
const shipped = ['package.json', 'package-lock.json', '.npmrc', 'dist'];
const lists = ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json'];
/** Contents of `dist` that no production server reads. */
const unshipped = ['dist/start-images', 'dist/sbom-development.cdx.json'].map((name) => `--exclude=${name}`);

const checksum = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Packs a release without publishing it. @returns lines of `SHA256SUMS` @throws {Error} if the build is incomplete or the folder exists */
export function packRelease(root, into) {
  if (existsSync(into)) throw new Error(`${into} exists; name a new folder by --into.`);
  const missing = [...shipped, ...lists.map((name) => join('dist', name))].find((name) => !existsSync(join(root, name)));
  if (missing) throw new Error(`${missing} is missing; run npm ci && npm run build.`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(into, { recursive: true });
  const archive = join(into, `billing-${version}.tgz`);
  const packed = spawnSync('tar', ['czf', archive, ...unshipped, ...shipped], { cwd: root, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`tar could not write the artifact: ${packed.stderr || packed.error?.message}`);
  for (const name of lists) copyFileSync(join(root, 'dist', name), join(into, name));
  cpSync(join(root, 'src/server/deploy'), join(into, 'deploy'), { recursive: true });
  copyFileSync(join(root, '.env.example'), join(into, 'deploy', '.env.example'));
  const names = readdirSync(into, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(into, name)).isFile());
  const sums = names.toSorted().map((name) => `${checksum(join(into, name))}  ${name}`);
  writeFileSync(join(into, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  return sums;
}
