import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';
import { timeText } from '#sandbox/pages/money-text.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import { countedNoun, inspectorSection, shownRows, inspectorTable } from './section.ts';

export function eventsSection({ core, basePath }: PageContext): Markup {
  const all = core.state.all('event');
  const allDeliveries = [...core.state.deliveries.values()];
  const rows = all
    .slice(-shownRows)
    .reverse()
    .map((event) => {
      const deliveries = allDeliveries.filter((delivery) => delivery.event === event.id);
      const states = deliveries.map(
        (delivery) => `${delivery.status}${delivery.lastAnswer === null ? '' : ` (${delivery.lastAnswer}, ${delivery.attempts} tried)`}`,
      );
      return html`<tr>
        <th scope="row">${timeText(event.created * 1000)}</th>
        <td>${event.type}</td>
        <td><code>${event.id}</code></td>
        <td>${states.join('; ') || 'no endpoint listens'}</td>
      </tr>`;
    });
  const send = html`<form method="post" action="${basePath}/inspector/deliver">
    <button class="button">Deliver all waiting events now</button>
  </form>`;
  return inspectorSection(
    'events',
    'Events and deliveries',
    html`${countedNoun(rows.length, all.length)}${send}${inspectorTable('Events', ['When', 'Type', 'Event', 'Delivery'], rows, 'Nothing happened yet.')}`,
  );
}
