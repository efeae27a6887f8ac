import { createServer as createHttpServer } from 'node:http';
import { resolve } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { createServer } from 'vite';
import { stopWithParent } from './stop-with-parent.mjs';

// Serves page and server from source, and reloads both when a file is saved. The store stays open during a reload.

const root = resolve(import.meta.dirname, '../../..');

/** Server for Vite's socket. Upgrade requests at the real port are forwarded to this server. */
const sockets = createHttpServer();
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server: sockets } } });
const reference = resolve(root, '.cache', 'reference');
const load = (path) => vite.ssrLoadModule(path);
const platform = await load('/src/server/dev.ts');

/** Current request listener. It is replaced only if the server module or the page renderer was reloaded. */
let current = {};
async function listener(context) {
  const [{ developmentListener }, { renderPage }] = await Promise.all([load('/src/server/dev.ts'), load('/src/app/entry-server.tsx')]);
  if (current.developmentListener !== developmentListener || current.renderPage !== renderPage) {
    current = { developmentListener, renderPage, answer: developmentListener(context, renderPage, reference) };
  }
  return current.answer;
}

async function start() {
  const config = platform.readConfig({ VALIDATE_RESPONSES: '1', ...process.env });
  const running = await platform.listenForRequests(config);
  running.server.on('upgrade', (...upgrade) => sockets.emit('upgrade', ...upgrade));
  const sandboxAssets = resolve(root, '.cache', 'sandbox');
  const { buildSandboxBrowser } = await tsImport('./build-sandbox.ts', import.meta.url);
  const { buildApiReference } = await tsImport('./build-reference.ts', import.meta.url);
  await Promise.all([buildSandboxBrowser({ outDir: sandboxAssets, root }), buildApiReference({ outDir: reference, root })]);
  const context = await platform.openContext({ ...config, port: running.port }, null, undefined, { sandboxAssets });
  running.answerWith((request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const answer = await listener(context);
        await answer(request, response);
      } catch (error) {
        vite.ssrFixStacktrace(error);
        process.stderr.write(`${error.stack}\n`);
        response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(error.stack);
      }
    });
  });
  platform.announceStart(config, running.port);
  platform.stopOnSignals(async () => {
    running.server.closeAllConnections();
    await vite.close();
    await context.close();
  });
}

stopWithParent();
try {
  await start();
} catch (error) {
  process.stderr.write(error instanceof platform.StartError ? `${error.message}\n` : `${error.stack}\n`);
  process.exit(1);
}
