import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';
import { moneyText } from '#sandbox/pages/money-text.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import { inspectorSection, inspectorTable } from './section.ts';

export function disputesSection({ core, basePath }: PageContext): Markup {
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
  return inspectorSection(
    'disputes',
    'Open disputes',
    inspectorTable('Open disputes', ['Dispute', 'Reason', 'Amount', 'Verdict'], rows, 'No dispute is open.'),
  );
}
