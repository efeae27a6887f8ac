import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { listenForMoves } from '#lib/moves.ts';
import { consoleAnalytics, sendEventsTo, silentAnalytics } from '#lib/analytics.ts';
import { takePaymentsWith } from '#lib/payment-setup.ts';
import { noteServerTime } from '#lib/server-now.ts';
import { whenUsed } from '#lib/when-used.ts';
import { parseThemeCookie } from '#ui/ThemeSwitch/theme-choice.ts';
import { missingCode } from '#billing/shared/lazy-part.tsx';
import { App } from './App.tsx';
import { createQueryClient } from './query-client.ts';
import { pageDataId, restoreAnswers, type PageData } from './page-data.ts';

/** Brings the server's HTML to life. In a transition, so that input is answered between the steps of hydration. */
export function startPage(): void {
  const root = document.getElementById('root');
  const block = document.getElementById(pageDataId);
  if (!root || !block) throw new Error('The document lacks its root or its data');
  const data = JSON.parse(block.textContent) as PageData;
  noteServerTime(new Date(data.nowMs).toUTCString());
  sendEventsTo(data.analytics === 'console' ? consoleAnalytics : silentAnalytics);
  takePaymentsWith(data.payments);
  listenForMoves();
  // Ahead of the first read, so a failure is nobody's business yet.
  void whenUsed()
    .then(() => import('#lib/call.ts'))
    .catch(() => undefined);
  const client = createQueryClient();
  restoreAnswers(client, data.answers);
  const served = { signedIn: data.signedIn, theme: parseThemeCookie(document.cookie) };
  startTransition(() => {
    hydrateRoot(root, <App client={client} missing={data.missing} nowMs={data.nowMs} served={served} />, {
      // That a part is drawn anew whose code did not come is told in its place; the console has the failed request.
      onRecoverableError: (error) => missingCode.has((error as Error).cause) || reportError(error),
    });
  });
}
