import { Hono } from 'hono';
import { assetRoutes } from './assets.ts';
import { cardFrameRoutes } from './card-frame.ts';
import { challengeRoutes } from './challenge.ts';
import { checkoutRoutes } from './checkout.ts';
import { inspectorRoutes } from './inspector.ts';
import type { PageContext } from './page-context.ts';

export function pageRoutes(pages: PageContext): Hono {
  const routes = new Hono();
  routes.route('/', cardFrameRoutes(pages));
  routes.route('/', challengeRoutes(pages));
  routes.route('/', checkoutRoutes(pages));
  routes.route('/', inspectorRoutes(pages));
  routes.route('/', assetRoutes(pages));
  return routes;
}
