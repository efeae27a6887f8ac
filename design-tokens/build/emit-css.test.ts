import { gzipSync } from 'node:zlib';
import { type Container, type Declaration, parse } from 'postcss';
import { describe, expect, it } from 'vitest';
import { compileTokens } from './compile.ts';
import { cssName } from './names.ts';
import { withText } from './seeded.ts';

const compiled = await compileTokens();
const root = parse(compiled.css);

/** Returns the value of a property in the rule with this selector and these media conditions, innermost condition first. */
function valueOf(property: string, selector: string, ...conditions: string[]): string | undefined {
  let found: string | undefined;
  root.walkDecls(property, (declaration: Declaration) => {
    const rule = declaration.parent;
    if (rule?.type !== 'rule' || !('selector' in rule) || rule.selector !== selector) return;
    const around: string[] = [];
    for (let parent: Container['parent'] = rule.parent; parent !== undefined && parent.type === 'atrule'; parent = parent.parent) {
      if ('name' in parent && parent.name === 'media' && 'params' in parent) around.push(String(parent.params));
    }
    if (around.join() === conditions.join()) found = declaration.value;
  });
  return found;
}

describe('token style sheet', () => {
  it('states the order of the layers first', () => {
    expect(compiled.css.startsWith('@layer tokens,base,components,sections;\n@layer tokens{')).toBe(true);
  });

  it('names each token by its path and drops the word component', () => {
    expect(cssName('color.text.secondary')).toBe('--color-text-secondary');
    expect(cssName('component.planCard.bgCurrent')).toBe('--plan-card-bg-current');
    expect(valueOf('--space-4', ':root')).toBe('1rem');
    expect(valueOf('--motion-duration-fast', ':root')).toBe('120ms');
    expect(valueOf('--layer-toast', ':root')).toBe('400');
  });

  it('writes colours as light-dark pairs and themes as a colour scheme', () => {
    expect(valueOf('color-scheme', ':root')).toBe('light dark');
    expect(valueOf('--color-text-primary', ':root,[data-contrast=normal]')).toBe('light-dark(#141822,#f6f4ef)');
    expect(valueOf('color-scheme', '[data-theme=light]')).toBe('light');
    expect(valueOf('color-scheme', '[data-theme=dark]')).toBe('dark');
  });

  it('lets reference tokens reach CSS only as values', () => {
    expect(compiled.css).not.toMatch(/--color-ref|--font-(family|size|weight|leading)|--breakpoint/);
  });

  it('writes type as a complete font, with letter spacing beside it', () => {
    expect(valueOf('--type-h1', ':root')).toBe(
      '700 1.75rem/2.25rem "Atkinson Hyperlegible Next","Daybook Text Fallback","Segoe UI",system-ui,sans-serif',
    );
    expect(valueOf('--type-h1-tracking', ':root')).toBe('-.01rem');
    expect(valueOf('--type-body-tracking', ':root')).toBeUndefined();
  });

  it('composes shadows and component tokens from variables, again wherever a mode attribute stands', () => {
    const selector = ':root,[data-contrast],[data-density]';
    expect(valueOf('--elevation-menu', selector)).toBe('0 2px 6px 0 var(--color-shadow-key),0 6px 20px -2px var(--color-shadow-ambient)');
    expect(valueOf('--button-height', selector)).toBe('var(--density-control)');
    expect(valueOf('--overlay-shadow', selector)).toBe('var(--elevation-dialog)');
  });

  it('has every mode', () => {
    expect(valueOf('--density-row', '[data-density=compact]')).toBe('2.25rem');
    expect(valueOf('--motion-duration-slow', ':root', '(prefers-reduced-motion:reduce)')).toBe('0ms');
    const more = valueOf('--color-text-primary', '[data-contrast=more]', 'screen');
    expect(more).toBe('light-dark(#07090f,#fff)');
    expect(valueOf('--color-text-primary', ':root:where(:not([data-contrast=normal]))', 'screen and (prefers-contrast:more)')).toBe(more);
    expect(valueOf('color-scheme', ':root,[data-theme],[data-contrast]', 'print')).toBe('light');
    expect(valueOf('--color-surface-canvas', ':root,[data-theme],[data-contrast]', 'print')).toBe('#fff');
    expect(valueOf('--color-text-link', ':root,[data-theme],[data-contrast]', '(forced-colors:active)')).toBe('LinkText');
    expect(valueOf('--color-shadow-key', ':root,[data-theme],[data-contrast]', '(forced-colors:active)')).toBeUndefined();
  });

  it('uses only properties that it declares', () => {
    const declared = new Set<string>();
    root.walkDecls(/^--/, (declaration) => void declared.add(declaration.prop));
    const used = [...compiled.css.matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]);
    expect(used.filter((name) => name === undefined || !declared.has(name))).toEqual([]);
  });

  it('stays within 4 KB gzip and compiles a saved theme in less than a second', async () => {
    expect(gzipSync(compiled.css).length).toBeLessThanOrEqual(4096);
    // CPU time in milliseconds per round. Elapsed time would depend on other programs of the machine.
    const times: number[] = [];
    for (const round of [1, 2, 3, 4, 5]) {
      const before = process.cpuUsage();
      await compileTokens(
        withText('semantic/light.tokens.json', (text) => text.replace('"Page background."', `"Page background, ${round}."`)),
      );
      times.push(process.cpuUsage(before).user / 1000);
    }
    expect(Math.min(...times)).toBeLessThan(1000);
  });
});

describe('token module', () => {
  it('names every token that reaches CSS and holds what scripts need', () => {
    expect(compiled.types).toContain("  | 'color.text.secondary'");
    expect(compiled.types).toContain("  | '--plan-card-bg-current'");
    expect(compiled.types).not.toContain('color.ref.');
    expect(compiled.types).toContain('export const breakpointRem = {"slim":14,"phone":20,"narrow":36,"medium":52,"wide":72} as const;');
    expect(compiled.types).toContain('export const durationMs = {"fast":120,"medium":200,"slow":320} as const;');
  });
});
