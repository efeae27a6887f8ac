import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packRelease } from './pack-release.mjs';

const home = mkdtempSync(join(tmpdir(), 'billing-pack-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const root = join(home, 'checkout');
const write = (name: string, text: string): void => {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
};

it('writes artifact, notices, packages, image recipe and checksums, and refuses an incomplete build', () => {
  const into = join(home, 'release');
  write('package.json', '{"version":"1.2.3"}');
  write('package-lock.json', '{}');
  write('.npmrc', '');
  write('.env.example', 'MODE=production');
  write('src/server/deploy/Dockerfile', 'FROM node');
  write('dist/server/main.js', 'run()');
  write('dist/start-images/demo.tar', 'demo');
  write('dist/THIRD-PARTY-NOTICES.txt', 'notices');
  expect(() => packRelease(root, into)).toThrow('dist/sbom.cdx.json is missing; run npm ci && npm run build.');
  expect(existsSync(into)).toBe(false);
  write('dist/sbom.cdx.json', '{}');
  write('dist/sbom-development.cdx.json', '{}');

  const sums = packRelease(root, into);
  expect(sums.map((line) => line.split('  ')[1])).toEqual([
    'THIRD-PARTY-NOTICES.txt',
    'billing-1.2.3.tgz',
    'deploy/.env.example',
    'deploy/Dockerfile',
    'sbom.cdx.json',
  ]);
  const packed = execFileSync('tar', ['tzf', join(into, 'billing-1.2.3.tgz')], { encoding: 'utf8' }).split('\n');
  expect(packed).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', '.npmrc', 'dist/server/main.js']));
  expect(packed.filter((name) => /start-images|sbom-development|^src/.test(name))).toEqual([]);
  expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: into, encoding: 'utf8' })).toBe('');
  expect(readFileSync(join(into, 'deploy/Dockerfile'), 'utf8')).toBe('FROM node');
  expect(() => packRelease(root, into)).toThrow(`${into} exists; name a new folder by --into.`);
});
