import { html } from 'hono/html';
import type { Markup } from '#sandbox/pages/layout.ts';

export const shownRows = 100;

export function inspectorSection(id: string, title: string, body: Markup): Markup {
  return html`<section class="sheet" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

/** Renders a table that scrolls sideways. The table is not a landmark, because the section around it is a landmark. */
export function inspectorTable(caption: string, columns: readonly string[], rows: readonly Markup[], empty: string): Markup {
  if (rows.length === 0) return html`<p>${empty}</p>`;
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0">
    <table class="grid">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" class="${column === 'Amount' ? 'amount' : ''}">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

export const countedNoun = (part: number, all: number) => (part < all ? html`<p>The last ${part} of ${all}.</p>` : '');
