import { readFileSync } from 'node:fs';
import { shown, verdictOf, worstOf, type Figure, type Row } from '#tests/bench/figure.ts';
import { goals, type RowId } from '#tests/bench/goals.ts';
import type { Result } from '#tests/bench/results.ts';
import { plot } from './plot.ts';

const words = { goal: '\u2713 goal', missed: '\u25cb goal missed', failed: '\u2717 failed' } as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const style = `
body{margin:0;background:var(--color-surface-canvas);color:var(--color-text-primary);font:var(--type-body)}
main{max-inline-size:60rem;margin-inline:auto;padding:var(--space-6)}
section{margin-block:var(--space-6);padding:var(--space-5);border:var(--stroke-hairline) solid var(--sheet-border);background:var(--sheet-bg)}
h1{font:var(--type-h1)}h2{margin:0;font:var(--type-h3)}
p{margin-block:var(--space-2)}small,.about{color:var(--color-text-secondary);font:var(--type-small)}
.scroll{overflow-x:auto}
table{inline-size:100%;border-collapse:collapse;font:var(--type-small);font-variant-numeric:tabular-nums}
th,td{padding:var(--space-1) var(--space-2);border-block-end:var(--stroke-hairline) solid var(--table-row-rule);text-align:start}
th{font:var(--type-label)}:is(td,th):nth-child(n+2){text-align:end}
[data-verdict=goal]{color:var(--color-text-credit)}[data-verdict=failed]{color:var(--color-text-owed)}
svg{display:block;inline-size:100%;max-inline-size:44rem;font:12px system-ui,sans-serif}
svg text{fill:var(--color-text-primary)}svg .mark{fill:var(--color-text-secondary);font-size:10px}
svg circle{fill:var(--color-text-secondary);fill-opacity:.5}
svg .value{fill:currentColor}svg .floor{fill:none;stroke:var(--color-text-secondary);stroke-width:1.5}
svg .ground{stroke:var(--table-row-rule)}svg .goal{stroke:var(--color-text-credit);stroke-dasharray:4 3}svg .limit{stroke:var(--color-text-owed)}
@media (forced-colors:active){svg text,svg .value,svg circle{fill:CanvasText}svg .floor,svg line{stroke:CanvasText}}`;

function tableOf(row: Row, figures: readonly Figure[]): string {
  const lines = figures.map(({ of, value, floor, samples, remark }) => {
    const verdict = verdictOf(row, value);
    const base = floor ? `${shown(row.unit === 'times' ? 'ms' : row.unit, floor.value)} <small>${escaped(floor.name)}</small>` : '';
    return `<tr><th scope="row">${escaped(of || row.quantity)}${remark ? ` <small>${escaped(remark)}</small>` : ''}</th><td>${shown(row.unit, value)}</td><td>${base}</td><td>${samples?.length ?? 1}</td><td data-verdict="${verdict}">${words[verdict]}</td></tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escaped(row.quantity)}"><table><thead><tr><th scope="col">What</th><th scope="col">Value</th><th scope="col">Floor</th><th scope="col">Measurements</th><th scope="col">Verdict</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function sectionOf(id: RowId, figures: readonly Figure[]): string {
  const row: Row = goals[id];
  const limit = row.limit > row.goal ? `, fail above ${shown(row.unit, row.limit)}` : '';
  const head = `<h2>${escaped(row.quantity)}</h2><p class="about">Goal ${shown(row.unit, row.goal)}${limit}. `;
  if (figures.length === 0) return `<section>${head}Not measured yet.</p></section>`;
  const verdict = worstOf(row, figures);
  return `<section>${head}<span data-verdict="${verdict}">${words[verdict]}</span></p>${plot(row, figures, `plot-${id}`)}${tableOf(row, figures)}</section>`;
}

export function reportPage(results: readonly Result[]): string {
  const figures = results.flatMap((result) => result.figures);
  const of = (id: RowId): readonly Figure[] => figures.filter(({ row }) => row === id);
  const runs = results.map(
    ({ suite, build, date, rounds, seconds }) =>
      `<tr><th scope="row">${suite}</th><td>${date.slice(0, 16).replace('T', ' ')}</td><td>${build}</td><td>${rounds}</td><td>${seconds} s</td></tr>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Figures of organization billing</title><style>${readFileSync('src/ui/tokens.css', 'utf8')}</style><style>${style}</style></head><body><main>`,
    '<h1>Figures</h1>',
    '<p>In a browser the processor is slowed to a quarter; loads also have Fast 4G and nothing cached. Whatever is compared takes turns in one run. Dots are single measurements, the bar is the value that counts, the hollow square its floor.</p>',
    ...(Object.keys(goals) as RowId[]).map((id) => sectionOf(id, of(id))),
    `<section><h2>Runs</h2><p class="about">${escaped([...new Set(results.map(({ machine }) => machine))].join('; '))}</p><div class="scroll" role="region" tabindex="0" aria-label="Runs"><table><thead><tr><th scope="col">Suite</th><th scope="col">When (UTC)</th><th scope="col">Build</th><th scope="col">Rounds</th><th scope="col">Took</th></tr></thead><tbody>${runs.join('')}</tbody></table></div></section>`,
    '</main></body></html>',
    '',
  ].join('\n');
}
