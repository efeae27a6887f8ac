import { describe, expect, it } from 'vitest';
import { compileTokens } from './compile.ts';
import { literalValue, reachedFrom } from './model.ts';
import { at, faultsOf, withJson } from './seeded.ts';

const { modes } = await compileTokens();

describe('selecting tokens', () => {
  it('gives a theme its own values and the contracts of the default theme', () => {
    const light = modes.light.get('color.text.primary');
    const dark = modes.dark.get('color.text.primary');
    expect(dark?.value).not.toBe(light?.value);
    expect(dark?.file).toBe('semantic/dark.tokens.json');
    expect(dark?.extensions).toEqual(light?.extensions);
    expect(dark?.description).toBe(light?.description);
  });

  it('lets a later mode override an earlier set', () => {
    expect(literalValue(modes.light, 'motion.duration.fast')).toEqual({ value: 120, unit: 'ms' });
    expect(literalValue(modes.reducedMotion, 'motion.duration.fast')).toEqual({ value: 0, unit: 'ms' });
    expect(literalValue(modes.compact, 'component.button.height')).toEqual({ value: 2.25, unit: 'rem' });
  });

  it('lists what a token stands on', () => {
    expect(reachedFrom(modes.light, 'component.overlay.shadow')).toEqual(['elevation.dialog', 'color.shadow.key', 'color.shadow.ambient']);
  });

  it('refuses a theme that forgets a colour or adds one', async () => {
    const forgotten = withJson('semantic/dark.tokens.json', (json) => delete at(json, 'color.text')['owed']);
    expect(await faultsOf(forgotten)).toEqual(['modes color.text.owed: theme "dark" does not define it, but "light" does']);
    const added = withJson('modes/density-compact.tokens.json', (json) =>
      Object.assign(at(json, 'density'), { gutter: { $value: { value: 1, unit: 'rem' } } }),
    );
    expect(await faultsOf(added)).toEqual(['modes density.gutter: density "compact" defines it, but "comfortable" does not']);
  });
});
