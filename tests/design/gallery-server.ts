import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createLogger, createServer, type ViteDevServer } from 'vite';
import { designPlugin } from '#design/host/vite-plugin.ts';
import { tokensPlugin } from '#tokens/build/vite-plugin.ts';

export interface GalleryServer {
  readonly origin: string;
  readonly server: ViteDevServer;
  readonly printed: () => string;
}

export async function startGallery(root: string): Promise<GalleryServer> {
  const lines: string[] = [];
  const logger = createLogger('info');
  for (const level of ['info', 'warn', 'warnOnce', 'error'] as const) logger[level] = (message: string) => void lines.push(message);
  const folders = { tokens: join(root, 'design-tokens'), repository: root };
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    cacheDir: join(root, '.vite'),
    customLogger: logger,
    plugins: [tokensPlugin(folders), designPlugin(folders), react({ jsxImportSource: '#jsx' })],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The development server has no port');
  return { server, origin: `http://127.0.0.1:${address.port}`, printed: () => lines.join('\n') };
}
