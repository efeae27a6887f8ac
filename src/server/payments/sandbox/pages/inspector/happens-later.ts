import { html } from 'hono/html';
import type { Markup } from '#server/payments/sandbox/pages/layout.ts';
import { timeText } from '#server/payments/sandbox/pages/money-text.ts';
import type { PageContext } from '#server/payments/sandbox/pages/page-context.ts';
import { section, shown, table } from './section.ts';

export function happensLater({ core, basePath }: PageContext): Markup {
  const jobs = [...core.state.jobs.values()].sort((a, b) => a.dueAtMs - b.dueAtMs).slice(0, shown);
  const rows = jobs.map(
    (job) =>
      html`<tr>
        <th scope="row">${timeText(job.dueAtMs)}</th>
        <td>${job.kind.replaceAll('_', ' ')}</td>
        <td><code>${job.target}</code></td>
        <td>
          <form method="post" action="${basePath}/inspector/jobs">
            <button class="button" name="id" value="${job.id}">
              Do now<span class="visually-hidden">: ${job.kind.replaceAll('_', ' ')} ${job.target}</span>
            </button>
          </form>
        </td>
      </tr>`,
  );
  return section('waiting', 'Happens later', table('Happens later', ['When', 'What', 'Object', 'Action'], rows, 'Nothing is waiting.'));
}
