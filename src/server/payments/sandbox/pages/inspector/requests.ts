import { html } from 'hono/html';
import type { Markup } from '#server/payments/sandbox/pages/layout.ts';
import { timeText } from '#server/payments/sandbox/pages/money-text.ts';
import type { PageContext } from '#server/payments/sandbox/pages/page-context.ts';
import { section, shown, table } from './section.ts';

export function requests({ api }: PageContext): Markup {
  const rows = api.requests
    .list()
    .slice(0, shown)
    .map(
      (request) =>
        html`<tr>
          <th scope="row">${timeText(request.atMs)}</th>
          <td>${request.method} <code>${request.path}</code></td>
          <td>${request.status}${request.replayed ? ' (replayed)' : ''}</td>
          <td>${request.idempotencyKey ?? 'none'}</td>
          <td>${request.fault?.replaceAll('_', ' ') ?? 'none'}</td>
          <td><code>${request.requestId}</code></td>
        </tr>`,
    );
  return section(
    'requests',
    'Requests since the start',
    table('Requests', ['When', 'Request', 'Status', 'Idempotency key', 'Fault', 'Request id'], rows, 'No request yet.'),
  );
}
