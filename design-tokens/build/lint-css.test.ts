import { describe, expect, it } from 'vitest';
import { lintCss } from './lint-css.ts';
import { breakpoints, registry } from './seeded.ts';

const FILE = 'src/ui/Badge/Badge.module.css';

function faults(css: string): string[] {
  return lintCss(FILE, css, registry, breakpoints).map(({ gate, reason }) => `${gate}: ${reason}`);
}

function inRule(declarations: string): string[] {
  return faults(`.root { ${declarations} }`);
}

describe('a style sheet', () => {
  it('refuses a raw length in a query and names what to use', () => {
    expect(faults('@container (width < 40rem) { .root { color: inherit } }')[0]).toMatch(
      /^literals: raw length 40rem in @container: use \(--from-slim\), \(--below-slim\)/,
    );
    expect(faults('@media (--below-medum) { .root { color: inherit } }')).toEqual([
      'tokens: --below-medum is no breakpoint name; did you mean --below-medium?',
    ]);
  });

  it('names file, line and selector', () => {
    const [problem] = lintCss(FILE, '.root {\n  color: inherit;\n  padding: var(--space-x4);\n}', registry, breakpoints);
    expect(problem).toMatchObject({ file: FILE, path: 'line 3, .root padding' });
  });
});

describe('variables in a style sheet', () => {
  it('names the nearest token for an unknown one', () => {
    expect(inRule('color: var(--color-text-secondry)')).toEqual([
      'tokens: --color-text-secondry is no token; did you mean --color-text-secondary?',
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

describe('modules and layers', () => {
  it('refuses an import, which a layer cannot hold', () => {
    expect(faults('@import "./x.css";')).toEqual(['layers: a CSS module imports no style sheet, because it is put into a cascade layer']);
  });
});
