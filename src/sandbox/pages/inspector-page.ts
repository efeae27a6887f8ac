import { html } from 'hono/html';
import { cardsSection } from './inspector/cards.ts';
import { chargeLog } from './inspector/charge-log.ts';
import { clockSection } from './inspector/clock.ts';
import { disputesSection } from './inspector/disputes.ts';
import { eventsSection } from './inspector/events.ts';
import { faultsSection } from './inspector/faults.ts';
import { happensLater } from './inspector/happens-later.ts';
import { requestsSection } from './inspector/requests.ts';
import { inspectorSection } from './inspector/section.ts';
import type { Markup } from './layout.ts';
import type { PageContext } from './page-context.ts';

/**
 * Renders the inspector; its forms need no script.
 * @param customer the customer whose charges are shown; undefined to show the charges of all customers
 */
export function inspectorPage(pages: PageContext, customer: string | undefined): Markup {
  return html`<main class="inspector">
    <h1>Payment gateway inspector</h1>
    <p>Everything this sandbox knows. <a href="${pages.basePath}/inspector">Refresh</a></p>
    ${clockSection(pages)} ${faultsSection(pages)} ${chargeLog(pages, customer)} ${happensLater(pages)} ${disputesSection(pages)}
    ${eventsSection(pages)} ${requestsSection(pages)} ${cardsSection()} ${operatorKeysSection(pages)}
  </main>`;
}

function operatorKeysSection({ options }: PageContext): Markup | '' {
  if (!options.operatorKeysPath) return '';
  return inspectorSection(
    'operator-keys',
    'Keys of the admin API',
    html`<p>A key with all scopes, for programs and for <code>npm run billing</code> as <code>BILLING_KEY</code>. It is shown once.</p>
      <form class="actions" method="post" action="${options.operatorKeysPath}"><button class="button">Make a key</button></form>`,
  );
}
