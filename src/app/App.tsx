import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Router } from 'wouter';
import { DocumentTimeContext } from '#billing/shared/page/now.ts';
import { Frame } from './frame/Frame.tsx';
import { Pages } from './Pages.tsx';
import { ServedContext, type Served } from './served.ts';
import { HeadContext, type Head } from './title.ts';

export interface AppProps {
  readonly client: QueryClient;
  /** The address names nothing that this member may know of, as the server found. */
  readonly missing: boolean;
  /** The platform's time when the document was made, in milliseconds. */
  readonly nowMs: number;
  readonly served: Served;
  /** Present on the server only. */
  readonly server?: { readonly head: Head; readonly url: URL };
}

/** The whole page. Nothing here changes after the start, so no section is ever re-rendered from above. */
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
