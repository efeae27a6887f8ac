import { describe, expect, it } from 'vitest';
import { compileTokens } from './compile.ts';
import { at, registry, withJson } from './seeded.ts';
import { indexUsage, staleReservations, unusedProblems } from './usage.ts';

const project = {
  styles: new Map([
    ['src/ui/Sheet/Sheet.module.css', '.root {\n  background: var(--sheet-bg);\n}\n@container (--below-medium) { .root { padding: 0 } }'],
    ['src/billing/credits/Credits.module.css', '.sum { color: var(--color-text-credit) }'],
  ]),
  scripts: new Map([
    ['src/ui/Chart/Chart.tsx', "import { chartSeries } from '#ui/tokens.ts';\nconst edge = 'var(--color-border-strong)';"],
  ]),
};

describe('usage index', () => {
  const usage = indexUsage(project, registry);

  it('lists direct uses and uses through aliases, down to the reference token', () => {
    expect(usage.get('component.sheet.bg')).toEqual([
      { file: 'src/ui/Sheet/Sheet.module.css', line: 2, owner: 'ui/Sheet', where: '.root { background }', through: undefined },
    ]);
    expect(usage.get('color.surface.raised')).toMatchObject([{ owner: 'ui/Sheet', through: 'component.sheet.bg' }]);
    expect(usage.get('color.ref.ink.0')).toMatchObject([{ owner: 'ui/Sheet', through: 'component.sheet.bg' }]);
    expect(usage.get('color.text.credit')).toMatchObject([{ owner: 'billing/credits', through: undefined }]);
  });

  it('lists a place once that names a token twice', () => {
    const styles = new Map([['src/ui/Sheet/Sheet.module.css', '.root { inset: var(--space-8) auto auto var(--space-8) }']]);
    const uses = indexUsage({ styles, scripts: new Map() }, registry).get('space.8');
    expect(uses).toHaveLength(1);
  });

  it('counts breakpoint names, properties in scripts and constants of the token module', () => {
    expect(usage.get('breakpoint.medium')).toMatchObject([{ line: 4, where: '@container (--below-medium)' }]);
    expect(usage.get('color.border.strong')).toMatchObject([{ file: 'src/ui/Chart/Chart.tsx', line: 2, where: 'script' }]);
    expect(usage.get('color.chart.6')).toMatchObject([{ line: 1, where: 'script' }]);
  });
});

describe('unused gate', () => {
  const withMarker = (reserved: string | undefined): ReturnType<typeof compileTokens> =>
    compileTokens(
      withJson('semantic/light.tokens.json', (json) => {
        const extensions = at(json, 'color.text.warning').$extensions?.['dev.orgbilling'] ?? {};
        if (reserved === undefined) delete extensions['reserved'];
        else extensions['reserved'] = reserved;
      }),
    );
  const nothing = new Map();

  it('fails for a token that nothing uses, and not for one with a reason', async () => {
    const faults = unusedProblems((await withMarker(undefined)).modes.light, nothing).map(
      ({ file, path, reason }) => `${file} ${path}: ${reason}`,
    );
    expect(faults).toContain(
      'semantic/light.tokens.json color.text.warning: is used nowhere: remove it, or say in its reserved extension what it waits for',
    );
    expect(
      unusedProblems((await withMarker('Waits for the grace period.')).modes.light, nothing).map((problem) => problem.path),
    ).not.toContain('color.text.warning');
  });

  it('reports a marker that is no longer needed, but never that of a whole scale', async () => {
    const { light } = (await withMarker('Waits for the grace period.')).modes;
    const used = {
      styles: new Map([['src/ui/A/A.module.css', '.a { color: var(--color-text-warning); padding: var(--space-4) }']]),
      scripts: new Map(),
    };
    expect(staleReservations(light, indexUsage(used, registry))).toEqual(['color.text.warning']);
  });
});
