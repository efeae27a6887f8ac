import { renderToReadableStream } from 'react-dom/server';
import { preloadParts } from '#billing/shared/page/lazy-part.tsx';
import type { PageAnswer, PageRequest, RenderPage } from '#lib/page-request.ts';
import { signInAddress } from '#lib/addresses.ts';
import { refusedAddressCookie } from '#lib/sign-in-problems.ts';
import { parseThemeCookie } from '#ui/ThemeSwitch/theme-choice.ts';
import { App } from './App.tsx';
import { htmlDocument } from './document.ts';
import { urgentParts } from './page-parts.ts';
import { createPageReader, type PrefetchedAnswers } from './page-reader.ts';
import { prefetchPage } from './prefetch.ts';
import { pageAssets } from './preloads.ts';
import { createQueryClient } from './query-client.ts';
import { restoreAnswers, type PageData } from './page-data.ts';
import { matchRoute, type RouteMatch } from './routes.ts';
import { signInWaysKey, type SignInWays } from './pages/sign-in-ways.ts';
import { withSignInCache } from './sign-in-cache.ts';
import { createHead } from './title.ts';

let partsReady: Promise<void> | undefined;

/** Chunk size in bytes, large enough for a whole page. The data is ready, so streaming with inline scripts would save no time. */
const oneChunk = 10_000_000;

const renderAnyPage: RenderPage = async (request) => {
  const route = matchRoute(request.url.pathname);
  if (!request.signedIn && route && route.name !== 'signIn')
    return { status: 302, location: signInAddress(request.url.pathname + request.url.search), html: '' };
  await (partsReady ??= preloadParts());

  const { answers, missing, isIncomplete } = await dataOf(request, route);
  const { nowMs, signedIn, analytics, payments } = request;
  const data: PageData = { nowMs, answers, missing, signedIn, analytics, payments };
  const client = createQueryClient();
  restoreAnswers(client, answers);

  const theme = parseThemeCookie(`theme=${request.cookies['theme'] ?? ''}`);
  const head = createHead();
  const stream = await renderToReadableStream(
    <App
      client={client}
      missing={missing}
      nowMs={request.nowMs}
      served={{ signedIn: request.signedIn, theme }}
      server={{ head, url: request.url }}
    />,
    { nonce: request.nonce, progressiveChunkSize: oneChunk },
  );
  await stream.allReady;
  const body = await new Response(stream).text();
  client.clear();
  const { title, status } = head.said();
  const html = htmlDocument({
    title,
    nonce: request.nonce,
    theme,
    assets: request.manifest && pageAssets(request.manifest, urgentParts(route, request.url.search, isIncomplete)),
    data,
    body,
  });
  return { status, html } satisfies PageAnswer;
};

export const renderPage: RenderPage = withSignInCache(renderAnyPage);

async function dataOf(request: PageRequest, route: RouteMatch | null): Promise<PrefetchedAnswers> {
  if (!route) return missingPage(request);
  if (route.name === 'signIn') {
    const ways: SignInWays = {
      members: request.sandboxMembers,
      provider: request.signInAt,
      refusedAddress: request.cookies[refusedAddressCookie] ?? null,
    };
    return { answers: [[signInWaysKey, ways]], missing: false, isIncomplete: false };
  }
  const slug = route.params['slug'];
  if (slug !== undefined && !(await request.belongsTo(slug))) return missingPage(request);
  return prefetchPage(request, route);
}

/** Returns the data of a page that does not exist for the member. The member menu needs the profile to show the member's name. */
async function missingPage(request: PageRequest): Promise<PrefetchedAnswers> {
  const { read, prefetched } = createPageReader(request);
  if (request.signedIn) await read({ name: 'getProfile', input: {} });
  return { ...prefetched(), missing: true, isIncomplete: false };
}
