import { describe, expect, it } from 'vitest';
import { compileTokens } from './compile.ts';
import { TokenError } from './model.ts';
import { at, faultsOf, problemsOf, withJson, withText } from './seeded.ts';

const LIGHT = 'semantic/light.tokens.json';

describe('schema gate', () => {
  it('accepts the real tokens', async () => {
    expect((await compileTokens()).problems).toEqual([]);
  });

  it('names file and line of broken JSON', async () => {
    const [problem] = await problemsOf(withText(LIGHT, (text) => text.replace('"canvas": {', '"canvas" {')));
    expect(problem).toMatchObject({ gate: 'schema', file: LIGHT, path: '(file)' });
    expect(problem?.reason).toMatch(/is not JSON: .*line 5/);
  });

  it('says which member of a value is wrong', async () => {
    const faults = await faultsOf(
      withJson('reference/color.tokens.json', (json) => {
        at(json, 'color.ref.ink.25').$value = { colorSpace: 'oklch', components: [1.2, 0.005, 95], hex: '#fbfaf6' };
      }),
    );
    expect(faults).toEqual(['schema color.ref.ink.25: Invalid range for color space oklch. Expected [0–1]. [core/valid-color]']);
  });

  it('refuses an unknown key, a wrong unit, a bad name and a missing type', async () => {
    const faultOf = async (file: string, change: Parameters<typeof withJson>[1]): Promise<string> =>
      (await faultsOf(withJson(file, change))).join();
    expect(await faultOf(LIGHT, (json) => Object.assign(at(json, 'color.surface.canvas'), { $valeu: 1 }))).toContain(
      'schema color.surface.canvas: Unrecognized key: "$valeu"',
    );
    expect(await faultOf('reference/size.tokens.json', (json) => (at(json, 'radius.sm').$value = { value: 2, unit: 'pt' }))).toContain(
      'schema radius.sm: Unit pt not allowed. Expected px or rem.',
    );
    expect(
      await faultOf(LIGHT, (json) => Object.assign(at(json, 'color.surface'), { 'on-top': { $value: '{color.ref.ink.0}' } })),
    ).toContain('name "on-top" may hold only letters and digits');
    expect(await faultOf('component/button.tokens.json', (json) => delete at(json, 'component.button.radius')['$type'])).toContain(
      'component.button.radius: has no $type',
    );
    expect(
      await faultOf(LIGHT, (json) =>
        Object.assign(at(json, 'color.text.primary'), { $extensions: { 'dev.orgbilling': { forcedColor: 'CanvasTxt' } } }),
      ),
    ).toContain('dev.orgbilling.forcedColor');
  });

  it('reports every broken file at once', async () => {
    const first = withText(LIGHT, () => '{');
    const files = (await problemsOf(withText('semantic/dark.tokens.json', () => '[]', first))).map((problem) => problem.file);
    expect(files).toEqual([LIGHT, 'semantic/dark.tokens.json']);
  });

  it('names a source that the resolver document lists but that does not exist', async () => {
    expect((await faultsOf(withText('tokens.resolver.json', (text) => text.replace('semantic/print', 'semantic/paper')))).join()).toContain(
      'cannot be read; the resolver document names it',
    );
  });

  it('refuses a resolver document that orders an unknown set or has an unknown default', async () => {
    expect(await faultsOf(withText('tokens.resolver.json', (text) => text.replace('#/sets/elevation', '#/sets/elevations')))).toEqual([
      'schema resolutionOrder: #/sets/elevations names no set or modifier',
    ]);
    expect(await faultsOf(withText('tokens.resolver.json', (text) => text.replace('"default": "light"', '"default": "lite"')))).toEqual([
      'schema modifiers.theme.default: Invalid default context',
    ]);
  });

  it('throws one error that lists file, path and reason', async () => {
    const read = withJson(LIGHT, (json) => (at(json, 'color.text.link').$value = 'iris'));
    await expect(compileTokens(read)).rejects.toThrow(TokenError);
    await expect(compileTokens(read)).rejects.toThrow(
      /^semantic\/light\.tokens\.json: color\.text\.link: Migrate to the new object format.* \[core\/valid-color\] \(schema\)$/m,
    );
  });
});
