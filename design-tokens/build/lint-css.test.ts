import { describe, expect, it } from 'vitest';
import { lintCss } from './lint-css.ts';
import { breakpoints, registryWith } from './seeded.ts';

const FILE = 'src/ui/Badge/Badge.module.css';

function faults(css: string, history: Parameters<typeof registryWith>[0] = {}): string[] {
  return lintCss(FILE, css, registryWith(history), breakpoints).map(({ gate, reason }) => `${gate}: ${reason}`);
}

function inRule(declarations: string): string[] {
  return faults(`.root { ${declarations} }`);
}

describe('raw values in a style sheet', () => {
  it.each([
    ['color: #fff', 'literals: raw colour #fff: use a colour token'],
    ['background: linear-gradient(rgb(0 0 0), var(--color-surface-raised))', 'literals: raw colour rgb(...): use a colour token'],
    ['border-color: Tomato', 'literals: raw colour tomato: use a colour token'],
    ['background: color-mix(in srgb, var(--color-text-owed), transparent)', 'literals: raw colour color-mix(...): use a colour token'],
    ['outline-color: Highlight', 'literals: system colour highlight outside @media (forced-colors: active): use a colour token'],
    ['padding: 12px', 'literals: raw length 12px: use a space, size, stroke, radius or density token'],
    ['margin-block-start: -0.5rem', 'literals: raw length -0.5rem: use a space, size, stroke, radius or density token'],
    ['inline-size: calc(100% - 2.5em)', 'literals: raw length 2.5em: use a space, size, stroke, radius or density token'],
    ['block-size: 60vh', 'literals: raw length 60vh: use a space, size, stroke, radius or density token'],
    ['border-radius: 50%', 'literals: raw length 50%: border-radius takes a token'],
    ['--badge-gap: 3px', 'literals: raw length 3px: use a space, size, stroke, radius or density token'],
    ['stroke-width: 1.75', 'literals: raw length 1.75: use a stroke token'],
    ['transition: opacity 150ms linear', 'literals: raw duration 150ms: use var(--motion-duration-...)'],
    ['animation: fade .2s linear', 'literals: raw duration .2s: use var(--motion-duration-...)'],
    ['transition: opacity var(--motion-duration-fast) ease-in', 'literals: raw easing ease-in: use var(--motion-ease-...)'],
    ['animation-timing-function: cubic-bezier(0, 0, 1, 1)', 'literals: raw easing cubic-bezier(...): use var(--motion-ease-...)'],
    [
      'font-family: "Inter", sans-serif',
      'literals: raw font value sans-serif in font-family: use font: var(--type-...) or letter-spacing: var(--type-...-tracking)',
    ],
    [
      'font-weight: 600',
      'literals: raw font value 600 in font-weight: use font: var(--type-...) or letter-spacing: var(--type-...-tracking)',
    ],
    [
      'font-weight: bold',
      'literals: raw font value bold in font-weight: use font: var(--type-...) or letter-spacing: var(--type-...-tracking)',
    ],
    [
      'line-height: 1.4',
      'literals: raw font value 1.4 in line-height: use font: var(--type-...) or letter-spacing: var(--type-...-tracking)',
    ],
    ['z-index: 10', 'literals: raw z-index 10: use var(--layer-...)'],
    ['opacity: 0.6', 'literals: opacity 0.6 changes contrast unseen by the contracts: use a colour token'],
  ])('%s', (declaration, fault) => {
    expect(inRule(declaration)).toContain(fault);
  });

  it('refuses a shadow that is no token', () => {
    expect(inRule('box-shadow: 0 2px 4px var(--color-shadow-key)')).toContain('literals: a shadow is a token: use var(--elevation-...)');
  });

  it('refuses a raw length in a query and names what to use', () => {
    expect(faults('@container (width < 40rem) { .root { color: inherit } }')[0]).toMatch(
      /^literals: raw length 40rem in @container: use \(--from-slim\), \(--below-slim\)/,
    );
    expect(faults('@media (--below-medum) { .root { color: inherit } }')).toEqual([
      'tokens: --below-medum is no breakpoint name; did you mean --below-medium?',
    ]);
  });

  it.each([
    'padding: 0; margin: auto; inline-size: 100%; flex: 1 1 0; inset: 0; opacity: 0',
    'grid-template-columns: 1fr minmax(0, 2fr) var(--size-money-column)',
    'color: currentColor; background: transparent; border: none; outline-color: inherit',
    'inline-size: calc(100% - var(--space-4) * 2); margin-inline: calc(var(--space-2) * -1)',
    'padding: var(--space-2) var(--space-4); gap: var(--density-gap)',
    'font: var(--type-body); letter-spacing: var(--type-h1-tracking); font-weight: inherit',
    'transition: opacity var(--motion-duration-fast) var(--motion-ease-standard), translate var(--motion-duration-medium) linear',
    'box-shadow: var(--elevation-menu); z-index: var(--layer-menu)',
    'box-shadow: 0 0 0 var(--focus-offset) var(--focus-gap); z-index: 0',
    'max-block-size: 100dvh; block-size: 1lh; inline-size: 1em; inset-block-start: 50%; transform: rotate(90deg)',
    'inline-size: var(--trigger-width); aspect-ratio: 40 / 26; content: "12px #fff"; grid-area: tan',
    'mask: url("data:image/svg+xml,12px")',
  ])('allows %s', (declarations) => {
    expect(inRule(declarations)).toEqual([]);
  });

  it('allows system colours where they belong, and font descriptors', () => {
    expect(faults('@media (forced-colors: active) { .root { border-color: CanvasText } }')).toEqual([]);
    expect(faults('@font-face { font-family: "X"; font-weight: 400; size-adjust: 99% }')).toEqual([]);
  });

  it('names file, line and selector', () => {
    const [problem] = lintCss(FILE, '.root {\n  color: inherit;\n  padding: 1px;\n}', registryWith(), breakpoints);
    expect(problem).toMatchObject({ file: FILE, path: 'line 3, .root padding' });
  });
});

describe('variables in a style sheet', () => {
  it('names the nearest token for an unknown one', () => {
    expect(inRule('color: var(--color-text-secondry)')).toEqual([
      'tokens: --color-text-secondry is no token; did you mean --color-text-secondary?',
    ]);
  });

  it('says the new name of a renamed token, through several renames', () => {
    const renamed = { 'color.text.muted': 'color.text.quiet', 'color.text.quiet': 'color.text.secondary' };
    expect(faults('.root { color: var(--color-text-muted) }', { renamed })).toEqual([
      'tokens: --color-text-muted was renamed to --color-text-secondary',
    ]);
  });

  it('says what became of a removed token', () => {
    const removed = { 'color.text.faint': 'it could not be read; use color.text.secondary' };
    expect(faults('.root { color: var(--color-text-faint) }', { removed })).toEqual([
      'tokens: --color-text-faint was removed: it could not be read; use color.text.secondary',
    ]);
  });

  it('keeps reference tokens and breakpoints out', () => {
    expect(inRule('color: var(--color-ref-ink-950)')).toEqual([
      'tokens: --color-ref-ink-950 is not written to CSS; use a semantic token that stands on {color.ref.ink.950}',
    ]);
    expect(inRule('inline-size: var(--breakpoint-narrow)')[0]).toContain('a query uses (--from-...)');
  });

  it('lets a component set its own properties, but no token and no foreign name', () => {
    expect(inRule('--badge-edge: var(--color-status-info-edge); border-color: var(--badge-edge)')).toEqual([]);
    expect(inRule('--color-text-primary: var(--color-text-owed)')).toEqual([
      'tokens: --color-text-primary is a token and may not be set here',
    ]);
    expect(inRule('--edge: var(--color-text-owed)')).toEqual([
      'tokens: --edge is no token; a property of this file only starts with --badge-',
    ]);
  });
});

describe('pairs of text and ground', () => {
  it('refuses a pair without contract', () => {
    expect(inRule('color: var(--color-text-primary); background: var(--color-surface-inverse)')[0]).toMatch(
      /^contrast: color\.text\.primary on color\.surface\.inverse is no contracted pair; color\.text\.primary may stand on color\.surface\.canvas, /,
    );
  });

  it('follows component tokens and the properties of variants', () => {
    expect(inRule('color: var(--field-text); background-color: var(--overlay-bg)')).toEqual([]);
    expect(inRule('color: var(--button-primary-text); background-color: var(--sheet-bg)')[0]).toContain(
      'color.action.primary.text on color.surface.raised is no contracted pair',
    );
    const variants = `.root { color: var(--badge-text); background: var(--badge-bg) }
      .a { --badge-text: var(--color-status-info-text); --badge-bg: var(--color-status-info-bg) }
      .b { --badge-text: var(--color-status-info-text); --badge-bg: var(--color-status-warning-bg) }`;
    expect(faults(variants)).toEqual([
      'contrast: color.status.info.text on color.status.warning.bg is no contracted pair; color.status.info.text may stand on color.status.info.bg',
    ]);
  });
});

describe('directions in a style sheet', () => {
  it.each([
    ['margin-left: auto', 'direction: margin-left has a fixed direction: use margin-inline-start'],
    ['border-right-color: inherit', 'direction: border-right-color has a fixed direction: use border-inline-end-color'],
    ['right: 0', 'direction: right has a fixed direction: use inset-inline-end'],
    ['border-top-left-radius: 0', 'direction: border-top-left-radius has a fixed direction: use border-start-start-radius'],
    ['text-align: right', 'direction: text-align: right has a fixed direction: use end'],
    ['float: left', 'direction: float: left has a fixed direction: use inline-start'],
  ])('%s', (declaration, fault) => {
    expect(inRule(declaration)).toEqual([fault]);
  });
});

describe('modules and layers', () => {
  it('refuses an import, which a layer cannot hold', () => {
    expect(faults('@import "./x.css";')).toEqual(['layers: a CSS module imports no style sheet, because it is put into a cascade layer']);
  });
});
