import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Router } from 'wouter';
import { DocumentTimeContext } from '#billing/shared/page/now.ts';
import { Frame } from './frame/Frame.tsx';
import { Pages } from './Pages.tsx';
import { ServedContext, type ServedPage } from './served.ts';
import { HeadContext, type Head } from './title.ts';

export interface AppProps {
  readonly client: QueryClient;
  readonly missing: boolean;
  /** Platform time in milliseconds when the server rendered the document. */
  readonly nowMs: number;
  readonly served: ServedPage;
  /** Present during server rendering only. */
  readonly server?: { readonly head: Head; readonly url: URL };
}

/** Root component. It renders only once, because its props never change. */
export function App({ client, missing, nowMs, served, server }: AppProps) {
  const onServer = server ? { ssrPath: server.url.pathname, ssrSearch: server.url.search.slice(1) } : {};
  return (
    <HeadContext value={server?.head ?? null}>
      <QueryClientProvider client={client}>
        <ServedContext value={served}>
          <DocumentTimeContext value={Math.floor(nowMs / 1000)}>
            <Router {...onServer}>
              <Frame>
                <Pages missing={missing} />
              </Frame>
            </Router>
          </DocumentTimeContext>
        </ServedContext>
      </QueryClientProvider>
    </HeadContext>
  );
}
