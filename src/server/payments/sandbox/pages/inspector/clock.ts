import { html } from 'hono/html';
import type { Markup } from '#server/payments/sandbox/pages/layout.ts';
import { timeText } from '#server/payments/sandbox/pages/money-text.ts';
import type { PageContext } from '#server/payments/sandbox/pages/page-context.ts';
import { section } from './section.ts';

export function clock({ core, basePath, options }: PageContext): Markup {
  const steps = [
    [3600, '1 hour'],
    [86_400, '1 day'],
    [7 * 86_400, '7 days'],
    [31 * 86_400, '31 days'],
  ] as const;
  const form = html`<form class="actions" method="post" action="${basePath}/inspector/clock">
    ${steps.map(([seconds, text]) => html`<button class="button" name="seconds" value="${seconds}">Move forward ${text}</button>`)}
  </form>`;
  return section(
    'clock',
    'Clock',
    html`<p>It is <strong>${timeText(core.nowMs)}</strong> here.</p>
      ${options.moveClock ? form : html`<p>The clock is moved by the server, not here.</p>`}`,
  );
}
