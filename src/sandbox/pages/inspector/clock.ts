import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';
import { timeText } from '#sandbox/pages/money-text.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import { inspectorSection } from './section.ts';

export function clockSection({ core, basePath, options }: PageContext): Markup {
  const steps = [
    [3600, '1 hour'],
    [86_400, '1 day'],
    [7 * 86_400, '7 days'],
    [31 * 86_400, '31 days'],
  ] as const;
  const form = html`<form class="actions" method="post" action="${basePath}/inspector/clock">
    ${steps.map(([seconds, text]) => html`<button class="button" name="seconds" value="${seconds}">Move forward ${text}</button>`)}
  </form>`;
  return inspectorSection(
    'clock',
    'Clock',
    html`<p>It is <strong>${timeText(core.nowMs)}</strong> here.</p>
      ${options.moveClock ? form : html`<p>The clock is moved by the server, not here.</p>`}`,
  );
}
