import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { every } from 'hono/combine';
import type { MiddlewareHandler } from 'hono';

/** Calls the next handler without serving files, because the development server serves the source files. */
export const noAssets: MiddlewareHandler = (_, next) => next();

/** Caches responses forever, because file names contain a hash of the content. */
const storedForEver: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.ok) return;
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
  c.header('Vary', 'Accept-Encoding');
};

/** Serves the files of one folder of the client build, compressed if possible. If a file is missing, the next handler runs. */
export const assetsIn = (folder: string): MiddlewareHandler =>
  existsSync(folder)
    ? every(storedForEver, serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (path) => `/${basename(path)}` }))
    : noAssets;
