import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { PageContext } from './page-context.ts';

const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', woff2: 'font/woff2' };

export function assetRoutes({ core, options }: PageContext): Hono {
  return new Hono().get('/:file{[a-z0-9][A-Za-z0-9_-]*\\.(js|css|woff2)}', async (context) => {
    const file = context.req.param('file');
    if (core.faults.takeForScript(file)) return context.text('Not found', 404);
    const type = types[file.slice(file.lastIndexOf('.') + 1)];
    const bytes = await readFile(join(options.assetsDir, file)).catch(() => null);
    if (bytes === null || type === undefined) return context.text('Not found', 404);
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });
}
