import { expect, it } from 'vitest';
import { designRoutes } from '#server/http/design-routes.ts';
import type { WebContext } from '#server/http/environment.ts';

const addresses = [
  '/__design',
  '/__design/board',
  '/__design/assets/gallery.js',
  '/__design/frame?member=owner&to=/',
  '/__design/definitions',
];

/** The context contains only the values that `designRoutes` reads before the first request. */
const routesIn = (mode: 'embedded' | 'production') => designRoutes({ config: { mode }, page: { manifest: null } } as unknown as WebContext);

it.each(addresses)('%s does not exist in production', async (address) => {
  expect(routesIn('production').routes).toEqual([]);
  expect((await routesIn('production').request(address)).status).toBe(404);
});

it('has the page, its frames and its files in the embedded mode, and nothing that writes', () => {
  expect([...new Set(routesIn('embedded').routes.map(({ method, path }) => `${method} ${path}`))]).toEqual([
    'GET /__design/frame',
    'GET /__design/assets/:name',
    'GET /__design',
    'GET /__design/board',
  ]);
});
