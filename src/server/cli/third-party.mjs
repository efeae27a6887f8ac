import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// Writes the bill of materials and the license texts of the packages in a build.

const inPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const noticeFile = /^(licen[cs]e|notice|copying|ofl)([.-].*)?$/i;

export const packageCollector = (root, folders) => ({
  name: 'third-party-packages',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of chunk.moduleIds ?? []) {
        const folder = inPackage.exec(id.replace(/^\0/, '').split('?', 1)[0])?.[1];
        if (folder !== undefined) folders.add(relative(root, folder));
      }
  },
});

/** Returns the packages that npm installs in production, including the embedded database, which operators can omit. */
const installedFolders = (lock) => {
  const { optionalDependencies = {} } = lock.packages[''];
  const omittable = new Set(Object.keys(optionalDependencies).map((name) => `node_modules/${name}`));
  return Object.entries(lock.packages).flatMap(([folder, { dev, devOptional, optional }]) =>
    folder.startsWith('node_modules/') && !dev && !devOptional && (!optional || omittable.has(folder)) ? [folder] : [],
  );
};

function noticeOf(root, folder, { version, license }) {
  const path = join(root, folder);
  const texts = readdirSync(path)
    .filter((name) => noticeFile.test(name))
    .toSorted()
    .map((name) => readFileSync(join(path, name), 'utf8').trim());
  const name = folder.replace(/^.*node_modules\//, '');
  return [`${name} ${version}, ${license ?? 'licence as in its text'}`, ...texts].join('\n\n');
}

/** @param folders folders of the packages in the bundles, relative to the root */
export function writeThirdParty({ root, into, folders }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const held = [...new Set([...folders, ...installedFolders(lock)])].filter((folder) => lock.packages[folder]).toSorted();
  const notices = held.map((folder) => noticeOf(root, folder, lock.packages[folder]));
  writeFileSync(join(into, 'THIRD-PARTY-NOTICES.txt'), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
  const versions = new Set(held.map((folder) => `${folder.replace(/^.*node_modules\//, '')}@${lock.packages[folder].version}`));
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  // Includes development packages, because the bundles contain some of them. npm would omit them with NODE_ENV=production.
  const env = { ...process.env, NODE_ENV: 'development' };
  const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] };
  const bill = JSON.parse(execFileSync('npm', words, options));
  const components = bill.components.filter(({ group, name, version }) => versions.has(`${group ? `${group}/` : ''}${name}@${version}`));
  // Sets the product name, because npm uses the name of the folder.
  bill.metadata.component.name = lock.name;
  const known = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
  writeFileSync(join(into, 'sbom.cdx.json'), `${JSON.stringify({ ...bill, components, dependencies }, null, 1)}\n`);
}
