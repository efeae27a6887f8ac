import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'billing-release-'));
const digestFor = (path: string): string => `sha256:${createHash('sha256').update(path).digest('hex')}`;
const missing = new Set<string>();
let registry: Server;
let origin: string;

beforeAll(async () => {
  registry = createServer(({ url = '', headers, method }, response) => {
    if (url.startsWith('/token')) return response.end(JSON.stringify({ token: 'for-reading' }));
    if (headers.authorization !== 'Bearer for-reading')
      return response.writeHead(401, { 'WWW-Authenticate': `Bearer realm="${origin}/token",service="registry",scope="pull"` }).end();
    if (method !== 'HEAD' || missing.has(url)) return response.writeHead(404).end();
    response.writeHead(200, { 'Docker-Content-Digest': digestFor(url) }).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => {
  registry?.close();
  rmSync(home, { recursive: true, force: true });
});

async function release(...words: string[]) {
  const child = spawn(process.execPath, ['src/server/cli/release.mjs', ...words], { env: { ...process.env, REGISTRY_URL: origin } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (part) => (output += String(part)));
  child.stderr.on('data', (part) => (errors += String(part)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

it('writes each image of the deployment files with the digest of its tag, and changes nothing else', async () => {
  const into = join(home, 'release');
  const { code, errors, output } = await release('--into', into, '--image', 'acme/billing:1.2.3');
  expect([code, errors]).toEqual([0, '']);
  const postgres = digestFor('/v2/library/postgres/manifests/17-bookworm');
  expect(output).toContain(`postgres:17-bookworm ${postgres}\n`);
  const read = (name: string): string => readFileSync(join(into, name), 'utf8');
  expect(read('compose.yaml')).toContain(`image: postgres:17-bookworm@${postgres}\n`);
  const platform = `image: acme/billing:1.2.3@${digestFor('/v2/acme/billing/manifests/1.2.3')}\n`;
  for (const name of ['kubernetes/platform.yaml', 'kubernetes/migrate.yaml', 'compose.yaml']) expect(read(name)).toContain(platform);
  const deploy = 'src/server/deploy';
  for (const name of readdirSync(deploy, { recursive: true, encoding: 'utf8' })) {
    if (!existsSync(join(into, name)) || !/\.\w+$|Dockerfile/.test(name)) continue;
    const text = readFileSync(join(deploy, name), 'utf8');
    const bare = read(name).replace(/@sha256:[0-9a-f]{64}/g, '');
    expect([name, bare.replaceAll('acme/billing:1.2.3', 'billing:')]).toEqual([
      name,
      text.replaceAll(/billing:(local|\d[\w.-]*)$/gm, 'billing:').replace(/^ +build: \{ context: .*\n/m, ''),
    ]);
    for (const [line] of read(name).matchAll(/^\s*(?:image:|FROM)\s+\S+:\S+.*$/gm))
      expect([name, line]).toEqual([name, expect.stringContaining('@sha256:')]);
  }
});

it('writes nothing where an image is unknown, and names it', async () => {
  missing.add('/v2/acme/billing/manifests/9.9.9');
  const into = join(home, 'unknown');
  const { code, errors } = await release('--into', into, '--image', 'acme/billing:9.9.9');
  expect([code, errors, existsSync(into)]).toEqual([
    1,
    `${origin} has no image acme/billing:9.9.9 (status 404); check its name, and that it was pushed.\n`,
    false,
  ]);
  expect((await release('--into', into)).errors).toMatch(/by --image\.\n$/);
});
