import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { supportAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { notFound } from '#server/platform-error.ts';
import { apiDocuments, type ApiDocument } from '#server/reference/documents.ts';
import { isServedHere } from './admin/admin-port.ts';
import { eventsPage } from './admin/events-page.ts';
import type { HttpEnvironment, Page, WebContext } from './environment.ts';
import { referenceHeaders } from './headers.ts';

export const referencePath = '/docs';
const filesPath = `${referencePath}/assets`;

/** Makes browsers revalidate the files, because the file names contain no content hash. */
const checked: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-cache');
};

const referencePage = (documents: readonly ApiDocument[]) =>
  html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference - ${productName}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${filesPath}/reference.css" />
        <script src="${filesPath}/viewer.js" defer></script>
        <script type="module" src="${filesPath}/reference.js"></script>
      </head>
      <body>
        <a class="skip" href="#reference-content">Skip to content</a>
        <div id="reference" data-documents="${JSON.stringify(documents)}">
          <noscript>
            <h1>API reference</h1>
            <p>It needs scripts. The documents themselves do not:</p>
            <ul>
              ${documents.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}
              <li><a href="${referencePath}/events">Events and webhooks</a></li>
            </ul>
          </noscript>
        </div>
        <footer class="foot"><a href="${supportAddress}">Contact support</a></footer>
      </body>
    </html>`;

/** The API reference, if the operator enables it. Its viewer is a file of the build and loads only on this page. */
export function referenceRoutes({
  page: { reference: folder },
  config,
}: Pick<WebContext, 'config'> & { readonly page: Pick<Page, 'reference'> }): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (!config.showsReference) {
    app.all(`${referencePath}/*`, () => {
      throw notFound('Page');
    });
    return app;
  }
  // Registered first, because the page needs no files of the build.
  app.get(`${referencePath}/events`, referenceHeaders, async (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.html(await eventsPage());
  });
  if (folder === undefined) return app;
  const files = serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (path) => path.slice(filesPath.length) });
  app.get(referencePath, referenceHeaders, async (c) => {
    c.header('Cache-Control', 'no-cache');
    // Lists only documents on this port, because the viewer cannot load those of the other port.
    return c.html(await referencePage(apiDocuments.filter(({ url }) => config.adminPort === null || isServedHere(c, url))));
  });
  app.get(`${filesPath}/:name`, checked, files, () => {
    throw notFound('File');
  });
  return app;
}
