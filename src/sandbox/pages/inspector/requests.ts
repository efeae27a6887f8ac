import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';
import { timeText } from '#sandbox/pages/money-text.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import { inspectorSection, shownRows, inspectorTable } from './section.ts';

export function requestsSection({ api }: PageContext): Markup {
  const rows = api.requests
    .list()
    .slice(0, shownRows)
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
  return inspectorSection(
    'requests',
    'Requests since the start',
    inspectorTable('Requests', ['When', 'Request', 'Status', 'Idempotency key', 'Fault', 'Request id'], rows, 'No request yet.'),
  );
}
