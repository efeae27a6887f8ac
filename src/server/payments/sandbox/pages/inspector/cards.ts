import { html } from 'hono/html';
import { testCards } from '#server/payments/sandbox/cards/test-cards.ts';
import type { Markup } from '#server/payments/sandbox/pages/layout.ts';
import { section, table } from './section.ts';

export function cards(): Markup {
  const rows = testCards.map(
    (card) =>
      html`<tr>
        <th scope="row">${card.numbers.map((number) => html`<code>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code><br />`)}</th>
        <td>${card.brand}, ${card.funding}</td>
        <td>${card.says}</td>
        <td>${card.methodIds.map((id) => html`<code>${id}</code> `)}</td>
      </tr>`,
  );
  return section(
    'cards',
    'Test cards',
    html`<p>Any future expiry date and any security code. Other numbers are declined.</p>
      ${table('Test cards', ['Number', 'Kind', 'What it does', 'Ready-made id'], rows, '')}`,
  );
}
