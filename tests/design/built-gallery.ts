import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build, mergeConfig, type InlineConfig } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
};

const documents: Readonly<Record<string, string>> = { '/__design': 'gallery.html', '/__design/board': 'board.html' };

export interface BuiltGallery {
  readonly origin: string;
  readonly stop: () => void;
}

const galleryConfig: InlineConfig = { configFile: 'src/design/host/gallery.config.ts' };

/** Builds the gallery, or the entries of `config`, into a temporary folder and serves it without the platform. */
export async function serveBuiltGallery(config = galleryConfig): Promise<BuiltGallery> {
  const folder = mkdtempSync(join(tmpdir(), 'design-'));
  await build(mergeConfig(config, { logLevel: 'error', build: { outDir: folder, minify: false } }));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local.invalid');
    const file = join(folder, documents[pathname] ?? pathname.replace('/__design/', '').replaceAll('..', ''));
    const type = types[extname(file)];
    if (type === undefined || !existsSync(file)) return void response.writeHead(404).end();
    return void response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
