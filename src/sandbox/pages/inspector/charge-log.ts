import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';
import { moneyText, timeText } from '#sandbox/pages/money-text.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import { countedNoun, inspectorSection, shownRows, inspectorTable } from './section.ts';

const kindText: Record<MoneyEntry['kind'], string> = {
  charge_succeeded: 'Charged',
  charge_pending: 'Charge pending',
  charge_failed: 'Charge refused',
  refund_succeeded: 'Refunded',
  refund_pending: 'Refund pending',
  refund_failed: 'Refund failed',
  dispute_opened: 'Disputed: returned to the payer',
  dispute_won: 'Dispute won: returned',
  dispute_lost: 'Dispute lost',
};

/** Each organization of the platform is one customer of the gateway. */
export function chargeLog({ core, basePath }: PageContext, customer: string | undefined): Markup {
  const entries = core.state.money.filter((entry) => customer === undefined || entry.customer === customer);
  const rows = entries
    .slice(-shownRows)
    .reverse()
    .map(
      (entry) =>
        html`<tr>
          <th scope="row">${timeText(entry.atMs)}</th>
          <td>${kindText[entry.kind]}</td>
          <td class="amount">${moneyText(entry.amount, entry.currency)}</td>
          <td><code>${entry.paymentIntent}</code></td>
          <td>${customerLink(entry.customer, basePath)}</td>
          <td>${metadataText(entry.metadata)}</td>
        </tr>`,
    );
  return inspectorSection(
    'money',
    'Charge log',
    html`${customer === undefined ? '' : html`<p>Only ${customer}. <a href="${basePath}/inspector#money">All customers</a></p>`}
    ${countedNoun(rows.length, entries.length)}${inspectorTable('Charge log', ['When', 'What', 'Amount', 'Payment intent', 'Customer', 'Metadata'], rows, 'Nothing was charged yet.')}`,
  );
}

const customerLink = (customer: string | null, basePath: string): Markup =>
  customer === null
    ? html`<code>no customer</code>`
    : html`<a href="${basePath}/inspector?customer=${encodeURIComponent(customer)}#money"><code>${customer}</code></a>`;

const metadataText = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ') || 'none';
