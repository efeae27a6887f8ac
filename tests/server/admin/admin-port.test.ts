import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminListener } from '#server/http/admin/admin-port.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { clientAt } from '#server/operator-cli/admin-client.ts';
import { openPorts, type OpenPorts } from '#server/start/open-ports.ts';
import { guidePages } from '#server/reference/guides.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

let platform: TestPlatform;
let ports: OpenPorts;

const address = (port = 0): URL => new URL(`http://127.0.0.1:${port}`);
const statusAt = async (port: number | undefined, path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

beforeAll(async () => {
  platform = await startPlatform('pglite', {}, { automatic: false });
  const config = { ...platform.context.config, port: 0, adminPort: 0 };
  ports = await openPorts(config);
  const render = () => Promise.reject(new Error('no pages here'));
  const page = { render, manifest: null, assets: noAssets, reference: 'src/server/reference' };
  const app = createApp({ ...platform.context, config }, page);
  ports.main.answerWith(getRequestListener(app.fetch));
  ports.admin?.answerWith(adminListener(app));
});
afterAll(async () => {
  await ports?.stop();
  await platform?.stop();
});

it('has the admin API on its port alone', async () => {
  const { main, admin } = ports;
  const ofAdmin = ['/admin/v1/openapi.json', '/admin/v1/organizations', '/admin/v1/nothing'];
  const shown = [...ofAdmin, '/platform/openapi.json', '/robots.txt', '/healthz'];
  const statuses = async (port?: number): Promise<number[]> => Promise.all(shown.map((path) => statusAt(port, path)));
  expect(await statuses(admin?.port)).toEqual([200, 401, 404, 404, 404, 404]);
  expect(await statuses(main.port)).toEqual([404, 404, 404, 200, 200, 200]);
  for (const path of ['/%61dmin/v1/openapi.json', '//admin/v1/openapi.json', '/admin%2Fv1/openapi.json'])
    expect([path, await statusAt(main.port, path)]).toEqual([path, 404]);
});

it('shows the description of each API on the port that has it', async () => {
  const shownAt = async (port?: number): Promise<string[]> => {
    const text = await (await fetch(new URL('/docs', address(port)))).text();
    return [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, url = '']) => url);
  };
  const guides = guidePages.map(({ slug }) => `/docs/${slug}`);
  expect(await shownAt(ports.main.port)).toEqual(['/platform/openapi.json', ...guides]);
  expect(await shownAt(ports.admin?.port)).toEqual(['/admin/v1/openapi.json', ...guides]);
});

it('takes the calls of the command', async () => {
  const { call, nowSeconds } = clientAt(address(ports.admin?.port), 'bk_unknown');
  await expect(call('listOrganizations', {})).rejects.toThrow(/billing key create/);
  expect(Math.abs((await nowSeconds()) - platform.context.clock.nowSeconds())).toBeLessThan(60);
});

it('closes its other ports and names the one that is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(openPorts({ ...platform.context.config, port: 0, adminPort: port })).rejects.toThrow(
    `Port ${port} is in use; stop what uses it or choose another ADMIN_PORT.`,
  );
  await new Promise((resolve) => other.close(resolve));
});
