import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import { FOLDERS, type Folders } from '#tokens/build/check.ts';
import { TokenError } from '#tokens/build/model.ts';
import { dependenciesPlugin } from './dependencies-plugin.ts';
import { defineToken, definitionsOf } from './definitions.ts';
import { designDocuments, designHtml } from './documents.ts';
import { answerJson, isOwnPage, readJsonBody, requestRefusal } from './requests.ts';

/** Serves the gallery on the development server, with the API of the token editor. The built gallery has no token editor. */
export function designPlugin(folders: Folders = FOLDERS): Plugin[] {
  return [dependenciesPlugin(folders), galleryPlugin(folders)];
}

function galleryPlugin(folders: Folders): Plugin {
  return {
    name: 'design-gallery',
    apply: 'serve',
    // Bundles all packages when the server starts, because a package that is found later would reload the page.
    config: () => ({ optimizeDeps: { entries: ['src/app/entry-browser.ts', 'src/design/*/entry-*.tsx', 'src/ui/*/*.states.tsx'] } }),
    configureServer(server) {
      server.config.logger.info(`The design page is at ${designDocuments.gallery.path}`);
      server.middlewares.use((request, response, next) => {
        void answer(server, folders, request, response, next);
      });
    },
  };
}

async function answer(
  server: ViteDevServer,
  folders: Folders,
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> {
  try {
    if (!(await isAnswered(server, folders, request, response))) next();
  } catch (error) {
    next(error);
  }
}

async function isAnswered(server: ViteDevServer, folders: Folders, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://local.invalid');
  const path = url.pathname.replace(/\/$/, '');
  const found = Object.values(designDocuments).find((entry) => entry.path === path);
  if (found && request.method === 'GET') {
    const html = await server.transformIndexHtml(path, designHtml(found.title, { script: `/${found.entry}`, stylesheets: [] }));
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "frame-ancestors 'self'",
    });
    response.end(html);
    return true;
  }
  if (path !== '/__design/definitions') return false;
  if (!isOwnPage(request)) answerJson(response, 403, requestRefusal('only the gallery itself may use this address'));
  else if (request.method === 'GET')
    await answerOrExplain(response, () => definitionsOf(folders.tokens, url.searchParams.get('token') ?? ''));
  else if (request.method === 'PUT') await store(folders, request, response);
  else answerJson(response, 405, requestRefusal('the method must be GET or PUT'));
  return true;
}

async function store(folders: Folders, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJsonBody(request);
  const { file, path, value } = (body ?? {}) as { file?: unknown; path?: unknown; value?: unknown };
  if (typeof file !== 'string' || typeof path !== 'string' || value === undefined) {
    answerJson(response, 422, requestRefusal('file, path and value must be given'));
    return;
  }
  await answerOrExplain(response, async () => {
    await defineToken(folders.tokens, { file, path, value });
    return { problems: [] };
  });
}

/** If the token files do not compile, sends the error, so that the editor can show it. */
async function answerOrExplain(response: ServerResponse, answerOf: () => unknown): Promise<void> {
  try {
    answerJson(response, 200, await answerOf());
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    answerJson(response, 422, { problems: error.problems });
  }
}
