import { html } from 'hono/html';
import { cards } from './inspector/cards.ts';
import { chargeLog } from './inspector/charge-log.ts';
import { clock } from './inspector/clock.ts';
import { disputes } from './inspector/disputes.ts';
import { events } from './inspector/events.ts';
import { faults } from './inspector/faults.ts';
import { happensLater } from './inspector/happens-later.ts';
import { requests } from './inspector/requests.ts';
import type { Markup } from './layout.ts';
import type { PageContext } from './page-context.ts';

/** The inspector's page: tables, and forms that work without scripts. */
export function inspectorPage(pages: PageContext): Markup {
  return html`<main class="inspector">
    <h1>Payment gateway inspector</h1>
    <p>Everything this sandbox knows. <a href="${pages.basePath}/inspector">Refresh</a></p>
    ${clock(pages)} ${chargeLog(pages)} ${happensLater(pages)} ${disputes(pages)} ${events(pages)} ${faults(pages)} ${requests(pages)}
    ${cards()}
  </main>`;
}
