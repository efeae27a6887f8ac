import { html } from 'hono/html';
import { testCards } from '#sandbox/cards/test-cards.ts';
import type { Markup } from '#sandbox/pages/layout.ts';
import { inspectorSection, inspectorTable } from './section.ts';

export function cardsSection(): Markup {
  const rows = testCards.map(
    (card) =>
      html`<tr>
        <th scope="row">${card.numbers.map((number) => html`<code>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code><br />`)}</th>
        <td>${card.brand}, ${card.funding}</td>
        <td>${card.says}</td>
        <td>${card.methodIds.map((id) => html`<code>${id}</code> `)}</td>
      </tr>`,
  );
  return inspectorSection(
    'cards',
    'Test cards',
    html`<p>Any future expiry date and any security code. Other numbers are declined.</p>
      ${inspectorTable('Test cards', ['Number', 'Kind', 'What it does', 'Ready-made id'], rows, '')}`,
  );
}
