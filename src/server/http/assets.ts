import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { every } from 'hono/combine';
import type { MiddlewareHandler } from 'hono';

/** Under the development server, which serves sources by itself. */
export const noAssets: MiddlewareHandler = (_, next) => next();

/** File names carry a hash of the content, so a name is good for ever. */
const storedForEver: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.ok) return;
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
  c.header('Vary', 'Accept-Encoding');
};

/** Answers the files of one folder of a client build, with what the build has compressed ahead of time; goes on where there is none. */
export const assetsIn = (folder: string): MiddlewareHandler =>
  existsSync(folder)
    ? every(storedForEver, serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (path) => `/${basename(path)}` }))
    : noAssets;
