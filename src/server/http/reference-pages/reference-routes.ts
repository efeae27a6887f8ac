import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { supportAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { notFound } from '#server/platform-error.ts';
import { apiDocuments, type ApiDocument } from '#server/reference/documents.ts';
import { isServedHere } from '#server/http/admin/admin-port.ts';
import type { HttpEnvironment, Page, WebContext } from '#server/http/environment.ts';
import { referenceHeaders } from '#server/http/headers.ts';
import { guidePages, plainMarkdown } from '#server/reference/guides.ts';

export const referencePath = '/docs';
const filesPath = `${referencePath}/assets`;
const llmsPath = '/llms.txt';

/** Loaded on demand, because the Markdown parser and the API documents take memory. */
const guideRenderer = () => import('./guide-page.ts');
const markdownPages = () => import('./reference-markdown.ts');

const markdown = (c: Context<HttpEnvironment>, text: string): Response =>
  c.body(text, 200, { 'Content-Type': 'text/markdown; charset=utf-8' });

/** Makes browsers revalidate the files, because their names contain no content hash. */
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
              ${guidePages.map(({ slug, title }) => html`<li><a href="${referencePath}/${slug}">${title}</a></li>`)}
            </ul>
          </noscript>
        </div>
        <footer class="foot"><a href="${supportAddress}">Contact support</a></footer>
      </body>
    </html>`;

/** Serves the API reference if the operator enables it. The viewer is a file of the build that only this page loads. */
export function referenceRoutes({
  page: { reference: folder },
  config,
  secure,
}: Pick<WebContext, 'config' | 'secure'> & { readonly page: Pick<Page, 'reference'> }): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (!config.showsReference) {
    for (const path of [`${referencePath}/*`, `${referencePath}.md`, llmsPath])
      app.all(path, () => {
        throw notFound('Page');
      });
    return app;
  }
  // Lists only documents of this port, because programs and the viewer cannot load documents of the other port.
  const documentsAt = (c: Context<HttpEnvironment>): readonly ApiDocument[] =>
    apiDocuments.filter(({ url }) => config.adminPort === null || isServedHere(c, url));
  // Registers the guide pages before the check for viewer files, because guide pages do not need these files.
  for (const guide of guidePages) {
    app.get(`${referencePath}/${guide.slug}`, referenceHeaders, checked, async (c) =>
      c.html(await (await guideRenderer()).guidePage(guide)),
    );
    app.get(`${referencePath}/${guide.slug}.md`, checked, (c) => markdown(c, plainMarkdown(guide)));
  }
  app.get(`${referencePath}.md`, checked, async (c) => markdown(c, (await markdownPages()).referenceMarkdown(documentsAt(c), secure)));
  app.get(llmsPath, checked, async (c) => c.text((await markdownPages()).llmsText(documentsAt(c))));
  if (folder === undefined) return app;
  const files = serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (path) => path.slice(filesPath.length) });
  app.get(referencePath, referenceHeaders, async (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.html(await referencePage(documentsAt(c)));
  });
  app.get(`${filesPath}/:name`, checked, files, () => {
    throw notFound('File');
  });
  return app;
}
