import { describe, expect, it } from 'vitest';
import { contrastRatio } from './color.ts';
import { compileTokens, themesOf } from './compile.ts';
import { contrastChecks, passingLightness } from './contrast.ts';
import { at, faultsOf, problemsOf, withJson } from './seeded.ts';

const LIGHT = 'semantic/light.tokens.json';

describe('contrast gate', () => {
  it('measures every contracted pair in all five themes', async () => {
    const checks = themesOf((await compileTokens()).modes).flatMap(([theme, tokens]) => contrastChecks(theme, tokens));
    expect(new Set(checks.map((check) => check.theme)).size).toBe(5);
    expect(checks.length).toBeGreaterThan(780);
    expect(checks.every((check) => check.passes)).toBe(true);
    const texts = checks.filter((check) => check.role === 'text' && !check.foreground.endsWith('.disabled'));
    expect(Math.min(...texts.map((check) => check.ratio))).toBeGreaterThan(7);
  });

  it('fails when a text colour gets too light, naming pair, theme, both values and the passing lightness', async () => {
    const problems = await problemsOf(withJson(LIGHT, (json) => (at(json, 'color.text.secondary').$value = '{color.ref.ink.600}')));
    expect(problems).toHaveLength(7);
    expect(problems[0]).toEqual({
      gate: 'contrast',
      file: LIGHT,
      path: 'color.text.secondary',
      reason:
        'on color.surface.canvas in theme "light" is #606671 on #fbfaf6, 5.52:1, and needs 7:1; it passes at lightness 0.45 or below (#4f5660)',
    });
    expect(contrastRatio('#4f5660', '#fbfaf6')).toBeGreaterThanOrEqual(7);
  });

  it('names the file of the theme that is wrong, and holds more contrast to its own limit', async () => {
    const dark = await problemsOf(
      withJson('semantic/dark.tokens.json', (json) => (at(json, 'color.text.owed').$value = '{color.ref.madder.600}')),
    );
    expect(new Set(dark.map((problem) => problem.file))).toEqual(new Set(['semantic/dark.tokens.json']));
    expect(dark[0]?.reason).toMatch(/theme "dark".*needs 7:1; it passes at lightness 0\.\d+ or above/);
    const more = await problemsOf(
      withJson('semantic/light-high-contrast.tokens.json', (json) => (at(json, 'color.text.secondary').$value = '{color.ref.ink.750}')),
    );
    expect(more[0]?.reason).toMatch(/theme "lightHighContrast".*needs 10:1/);
  });

  it('says so when no lightness can pass', async () => {
    expect(passingLightness([0.5, 0.1, 25], '#777777', 7)).toBeUndefined();
    expect(
      (await faultsOf(withJson(LIGHT, (json) => (at(json, 'color.surface.pressed').$value = '{color.ref.ink.500}')))).join(),
    ).toContain('no lightness passes there, so the surface must change');
  });

  it('refuses a text colour without contract, a contract that is too weak and one that names no surface', async () => {
    const contract = (json: Parameters<typeof at>[0], path: string): Record<string, unknown> =>
      at(json, path).$extensions?.['dev.orgbilling']['contrast'] as Record<string, unknown>;
    expect(
      await faultsOf(withJson(LIGHT, (json) => delete at(json, 'color.text.owed').$extensions?.['dev.orgbilling']['contrast'])),
    ).toEqual(['contrast color.text.owed: is a text or edge colour and must list the surfaces it may stand on ($extensions contrast)']);
    expect(await faultsOf(withJson(LIGHT, (json) => (contract(json, 'color.text.owed')['min'] = 4.5)))).toEqual([
      'contrast color.text.owed: its contract is too weak: min 4.5 is below 7 for text',
    ]);
    expect(
      await faultsOf(
        withJson(LIGHT, (json) => (contract(json, 'color.text.onInverse')['on'] = ['color.surface.invers', 'color.surface.inverse'])),
      ),
    ).toEqual([
      'contrast color.text.onInverse: its contract names the unknown surface color.surface.invers; did you mean color.surface.inverse?',
    ]);
    expect(
      (
        await faultsOf(
          withJson(LIGHT, (json) => (contract(json, 'color.text.onInverse')['on'] = ['color.surface.inverse', 'color.backdrop'])),
        )
      ).join(),
    ).toContain('color.backdrop, which is translucent');
  });

  it('asks for a decision about a new surface', async () => {
    const faults = await faultsOf(
      withJson(LIGHT, (json) => {
        const contract = at(json, 'color.text.onInverse').$extensions?.['dev.orgbilling']['contrast'] as Record<string, unknown>;
        contract['on'] = ['color.surface.raised'];
      }),
    );
    expect(faults).toContain(
      'contrast color.surface.inverse: is on the list of no text colour; add it to the contract of each text that may stand on it',
    );
  });
});
