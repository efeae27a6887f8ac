import { html } from 'hono/html';
import type { Markup } from '#server/payments/sandbox/pages/layout.ts';
import { moneyText } from '#server/payments/sandbox/pages/money-text.ts';
import type { PageContext } from '#server/payments/sandbox/pages/page-context.ts';
import { section, table } from './section.ts';

export function disputes({ core, basePath }: PageContext): Markup {
  const open = core.state
    .all('dispute')
    .filter((dispute) => dispute.status === 'needs_response' || dispute.status === 'warning_needs_response');
  const rows = open.map(
    (dispute) =>
      html`<tr>
        <th scope="row"><code>${dispute.id}</code></th>
        <td>${dispute.reason.replaceAll('_', ' ')}</td>
        <td class="amount">${moneyText(dispute.amount, dispute.currency)}</td>
        <td>
          <form class="actions" method="post" action="${basePath}/inspector/disputes">
            <input type="hidden" name="id" value="${dispute.id}" /><button class="button" name="outcome" value="won">
              Won<span class="visually-hidden">: ${dispute.id}</span></button
            ><button class="button" name="outcome" value="lost">Lost<span class="visually-hidden">: ${dispute.id}</span></button>
          </form>
        </td>
      </tr>`,
  );
  return section(
    'disputes',
    'Open disputes',
    table('Open disputes', ['Dispute', 'Reason', 'Amount', 'Verdict'], rows, 'No dispute is open.'),
  );
}
