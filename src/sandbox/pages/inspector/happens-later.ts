import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';
import { timeText } from '#sandbox/pages/money-text.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import { inspectorSection, shownRows, inspectorTable } from './section.ts';

export function happensLater({ core, basePath }: PageContext): Markup {
  const jobs = [...core.state.jobs.values()].sort((a, b) => a.dueAtMs - b.dueAtMs).slice(0, shownRows);
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
  return inspectorSection(
    'waiting',
    'Happens later',
    inspectorTable('Happens later', ['When', 'What', 'Object', 'Action'], rows, 'Nothing is waiting.'),
  );
}
