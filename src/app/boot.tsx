import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { hideComposingKeys } from '#lib/browser/composing-keys.ts';
import { leaveIfSignedOut, watchTyping } from '#lib/browser/ended-session.ts';
import { listenForMoves } from '#lib/browser/history-guard.ts';
import { analyticsByName, sendEventsTo } from '#lib/browser/analytics.ts';
import { takePaymentsWith } from '#lib/payment-setup.ts';
import { recordServerTime } from '#lib/browser/server-now.ts';
import { whenUsed } from '#lib/browser/when-used.ts';
import { watchTopUps } from '#billing/credits/watch-top-ups.ts';
import { missingCode } from '#billing/shared/page/lazy-part.tsx';
import { App } from './App.tsx';
import { createQueryClient } from './query-client.ts';
import { pageDataId, restoreAnswers, type PageData } from './page-data.ts';

/** Hydrates the server's HTML in a transition, so that the browser can handle input between the steps of hydration. */
export function startPage(): void {
  const root = document.getElementById('root');
  const block = document.getElementById(pageDataId);
  if (!root || !block) throw new Error('The document lacks its root or its data');
  const data = JSON.parse(block.textContent) as PageData;
  recordServerTime(new Date(data.nowMs).toUTCString());
  sendEventsTo(analyticsByName[data.analytics]);
  takePaymentsWith(data.payments);
  hideComposingKeys();
  listenForMoves();
  watchTyping();
  // Loads the API client early. A failure is ignored, because the first API call loads the client again.
  void whenUsed()
    .then(() => import('#lib/browser/call.ts'))
    .catch(() => undefined);
  const client = createQueryClient(leaveIfSignedOut);
  restoreAnswers(client, data.answers);
  watchTopUps(client);
  startTransition(() => {
    hydrateRoot(root, <App client={client} missing={data.missing} nowMs={data.nowMs} served={{ signedIn: data.signedIn }} />, {
      // If a chunk fails to load, its part of the page retries. The error is not reported, because the console already shows the request.
      onRecoverableError: (error) => missingCode.has((error as Error).cause) || reportError(error),
    });
  });
}
