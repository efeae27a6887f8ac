import { join } from 'node:path';
import stylelint from 'stylelint';
import { describe, expect, it } from 'vitest';
import { TOKEN_ROOT } from './compile.ts';

const configFile = join(TOKEN_ROOT, '..', '.stylelintrc.mjs');

async function rulesAgainst(code: string): Promise<string[]> {
  const { results } = await stylelint.lint({ code, configFile, codeFilename: join(TOKEN_ROOT, '..', 'src/ui/Badge/Badge.module.css') });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
}

const inRule = (declarations: string): Promise<string[]> => rulesAgainst(`.root { ${declarations} }`);

const strict = 'scale-unlimited/declaration-strict-value';
const listed = 'declaration-property-value-disallowed-list';
const properties = 'logical-css/require-logical-properties';
const keywords = 'logical-css/require-logical-keywords';

describe('stylelint', () => {
  it.each([
    ['color: #fff', 'color-no-hex'],
    ['background: linear-gradient(rgb(0 0 0), var(--color-surface-raised))', 'function-disallowed-list'],
    ['border-color: Tomato', 'color-named'],
    ['background: color-mix(in srgb, var(--color-text-owed), transparent)', 'function-disallowed-list'],
    ['outline-color: Highlight', strict],
    ['padding: 12px', listed],
    ['margin-block-start: -0.5rem', listed],
    ['inline-size: calc(100% - 2.5em)', listed],
    ['block-size: 60vh', listed],
    ['border-radius: 50%', listed],
    ['--badge-gap: 3px', listed],
    ['stroke-width: 1.75', listed],
    ['transition: opacity 150ms linear', listed],
    ['animation: fade .2s linear', listed],
    ['transition: opacity var(--motion-duration-fast) ease-in', listed],
    ['animation-timing-function: cubic-bezier(0, 0, 1, 1)', 'function-disallowed-list'],
    ['font-family: "Inter", sans-serif', strict],
    ['font-weight: 600', strict],
    ['font-weight: bold', strict],
    ['line-height: 1.4', strict],
    ['z-index: 10', strict],
    ['opacity: 0.6', listed],
    ['box-shadow: 0 2px 4px var(--color-shadow-key)', listed],
    ['margin-left: auto', properties],
    ['border-right-color: inherit', properties],
    ['right: 0', properties],
    ['border-top-left-radius: 0', properties],
    ['text-align: right', keywords],
    ['float: left', keywords],
  ])('refuses %s', async (declaration, rule) => {
    expect(await inRule(declaration)).toContain(rule);
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
    'inline-size: var(--trigger-width); aspect-ratio: 40 / 26; grid-area: tan',
  ])('allows %s', async (declarations) => {
    expect(await inRule(declarations)).toEqual([]);
  });

  it('allows system colours where they belong, and font descriptors', async () => {
    expect(await rulesAgainst('@font-face { font-family: "X"; font-weight: 400; size-adjust: 99% }')).toEqual([]);
    expect(await rulesAgainst('@media (forced-colors: active) { .root { border-color: CanvasText } }')).toEqual([]);
  });
});
