import type { ContrastChange, TokenChange } from './changed-tokens.ts';

export interface ChangedState {
  readonly name: string;
  readonly look: string;
  readonly changedPixels: number;
  readonly before: string;
  readonly after: string;
  readonly marked: string;
}

export interface Sheet {
  readonly from: string;
  readonly tokens: readonly TokenChange[];
  readonly contrast: readonly ContrastChange[];
  readonly states: readonly ChangedState[];
  readonly looked: number;
  readonly css: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const floor = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

const swatch = (value: string | null): string => (value === null ? '' : `<span class="swatch" style="background:${escape(value)}"></span>`);

const tokenRow = ({ path, context, isColor, before, after }: TokenChange): string =>
  `<tr><th scope="row">${escape(path)}</th><td>${escape(context)}</td>${[before, after].map((value) => `<td>${isColor ? swatch(value) : ''}<code>${escape(value ?? 'none')}</code></td>`).join('')}</tr>`;

function contrastRow({ foreground, background, theme, min, before, after }: ContrastChange): string {
  const delta = before === null ? 'new' : `${after >= before ? '+' : '−'}${floor(Math.abs(after - before))}`;
  const verdict = after >= min ? 'passes' : `broken, needs ${min}`;
  return `<tr${after >= min ? '' : ' class="broken"'}><th scope="row">${escape(foreground)} on ${escape(background)}</th><td>${theme}</td><td>${before === null ? 'none' : floor(before)}</td><td>${floor(after)}</td><td>${delta}</td><td>${verdict}</td></tr>`;
}

const picture = (file: string, words: string): string => `<div><p>${words}</p><img src="${file}" alt="${words}"></div>`;

const stateFigure = ({ name, look, changedPixels, before, after, marked }: ChangedState): string =>
  `<figure><figcaption><b>${escape(name)}</b> <span>${escape(look)}</span> <span>${changedPixels} pixels changed</span></figcaption><div class="pictures">${picture(before, 'Before')}${picture(after, 'After')}${picture(marked, 'Changed')}</div></figure>`;

const table = (caption: string, heads: readonly string[], rows: readonly string[]): string =>
  `<table><caption>${caption}</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;

const style = `
  * { box-sizing: border-box; margin: 0 }
  body { display: grid; gap: var(--space-8); padding: var(--space-8); font: var(--type-body); color: var(--color-text-primary); background: var(--color-surface-canvas) }
  h1 { font: var(--type-h1) } h2 { font: var(--type-h2); border-block-end: var(--space-1) double var(--sheet-margin-rule) }
  table { border-collapse: collapse; font: var(--type-small); background: var(--sheet-bg); border: 1px solid var(--sheet-border) }
  caption { font: var(--type-h3); text-align: start; padding-block: var(--space-3) }
  th, td { padding: var(--space-2) var(--space-3); text-align: start; border-block-end: 1px solid var(--table-row-rule); font-weight: inherit }
  thead { background: var(--table-head-bg); color: var(--table-head-text); font: var(--type-label) }
  .broken { background: var(--color-status-negative-bg); color: var(--color-status-negative-text) }
  .swatch { display: inline-block; inline-size: 3rem; block-size: 1rem; margin-inline-end: .5rem; border: 1px solid var(--color-border-control); vertical-align: middle }
  code { font: var(--type-code) }
  section { display: grid; gap: var(--space-4) }
  figure { display: grid; gap: var(--space-2); padding: var(--space-4); background: var(--sheet-bg); border: 1px solid var(--sheet-border) }
  figcaption { display: flex; gap: var(--space-4); font: var(--type-small) }
  .pictures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--space-4); font: var(--type-caption) }
  img { max-inline-size: 100%; border: 1px solid var(--sheet-border) }
`;

export function contactSheet({ from, tokens, contrast, states, looked, css }: Sheet): string {
  const parts = [
    `<h1>Token changes since ${escape(from)}</h1>`,
    table('Tokens', ['Token', 'Where', 'Before', 'After'], tokens.map(tokenRow)),
    contrast.length === 0 ? '' : table('Contrast', ['Pair', 'Theme', 'Before', 'After', 'Change', 'Verdict'], contrast.map(contrastRow)),
    `<section><h2>States</h2><p>${states.length} of ${looked} pictures of states that use these tokens have changed.</p>${states.map(stateFigure).join('')}</section>`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Token changes</title><style>${css}${style}</style></head><body>${parts.join('')}</body></html>`;
}
