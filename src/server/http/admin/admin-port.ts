import { getRequestListener } from '@hono/node-server';
import type { Hono, MiddlewareHandler } from 'hono';
import { clockAddress, operatorKeysAddress } from '#lib/addresses.ts';
import { notFound } from '#server/platform-error.ts';
import type { HttpContext, HttpEnvironment } from '#server/http/environment.ts';

const isAdminPath = (path: string): boolean => path.startsWith('/admin/');

/** Whether both ports serve a path: a path of the API reference, or a sandbox path that the CLI calls. */
const isSharedPath = (path: string): boolean =>
  path === '/docs' || path.startsWith('/docs/') || path === clockAddress || path === operatorKeysAddress;

export const isServedHere = (c: HttpContext, path: string): boolean =>
  isSharedPath(path) || isAdminPath(path) === (c.env.isAdminPort ?? false);

/** Serves the admin API on `ADMIN_PORT` only, so that the public proxy cannot forward requests to it. */
export const separateAdminPort: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
  if (!isServedHere(c, c.req.path)) throw notFound('Page');
  await next();
};

export const adminListener = ({ fetch }: Pick<Hono<HttpEnvironment>, 'fetch'>) =>
  getRequestListener((request, env) => fetch(request, { ...env, isAdminPort: true }));
