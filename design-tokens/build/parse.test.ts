import { describe, expect, it } from 'vitest';
import { compileTokens } from './compile.ts';
import { TokenError } from './model.ts';
import { at, faultsOf, problemsOf, withJson, withText } from './seeded.ts';

const LIGHT = 'semantic/light.tokens.json';

describe('schema gate', () => {
  it('accepts the real tokens', () => {
    expect(compileTokens().problems).toEqual([]);
  });

  it('names file and line of broken JSON', () => {
    const [problem] = problemsOf(withText(LIGHT, (text) => text.replace('"canvas": {', '"canvas" {')));
    expect(problem).toMatchObject({ gate: 'schema', file: LIGHT, path: '(file)' });
    expect(problem?.reason).toMatch(/is not JSON: .*line 5/);
  });

  it('says which member of a value is wrong', () => {
    const faults = faultsOf(
      withJson('reference/color.tokens.json', (json) => {
        at(json, 'color.ref.ink.25').$value = { colorSpace: 'oklch', components: [1.2, 0.005, 95], hex: '#fbfaf6' };
      }),
    );
    expect(faults).toEqual(['schema color.ref.ink.25: $value of type color: components.0: Too big: expected number to be <=1']);
  });

  it('refuses an unknown key, a wrong unit, a bad name and a missing type', () => {
    const faultOf = (file: string, change: Parameters<typeof withJson>[1]): string => faultsOf(withJson(file, change)).join();
    expect(faultOf(LIGHT, (json) => Object.assign(at(json, 'color.surface.canvas'), { $valeu: 1 }))).toContain(
      'schema color.surface.canvas: Unrecognized key: "$valeu"',
    );
    expect(faultOf('reference/size.tokens.json', (json) => (at(json, 'radius.sm').$value = { value: 2, unit: 'pt' }))).toContain(
      'schema radius.sm: $value of type dimension: unit',
    );
    expect(faultOf(LIGHT, (json) => Object.assign(at(json, 'color.surface'), { 'on-top': { $value: '{color.ref.ink.0}' } }))).toContain(
      'name "on-top" may hold only letters and digits',
    );
    expect(faultOf('component/button.tokens.json', (json) => delete at(json, 'component.button.radius')['$type'])).toContain(
      'component.button.radius: has no $type',
    );
    expect(
      faultOf(LIGHT, (json) =>
        Object.assign(at(json, 'color.text.primary'), { $extensions: { 'dev.orgbilling': { forcedColor: 'CanvasTxt' } } }),
      ),
    ).toContain('dev.orgbilling.forcedColor');
  });

  it('reports every broken file at once', () => {
    const first = withText(LIGHT, () => '{');
    const files = problemsOf(withText('semantic/dark.tokens.json', () => '[]', first)).map((problem) => problem.file);
    expect(files).toEqual([LIGHT, 'semantic/dark.tokens.json']);
  });

  it('names a source that the resolver document lists but that does not exist', () => {
    expect(faultsOf(withText('tokens.resolver.json', (text) => text.replace('semantic/print', 'semantic/paper'))).join()).toContain(
      'cannot be read; the resolver document names it',
    );
  });

  it('refuses a resolver document that orders an unknown set or has an unknown default', () => {
    expect(faultsOf(withText('tokens.resolver.json', (text) => text.replace('#/sets/elevation', '#/sets/elevations')))).toEqual([
      'schema resolutionOrder: #/sets/elevations names no set or modifier',
    ]);
    expect(faultsOf(withText('tokens.resolver.json', (text) => text.replace('"default": "light"', '"default": "lite"')))).toEqual([
      'schema modifiers.theme: default "lite" is not one of its contexts',
    ]);
  });

  it('throws one error that lists file, path and reason', () => {
    const read = withJson(LIGHT, (json) => (at(json, 'color.text.link').$value = 'iris'));
    expect(() => compileTokens(read)).toThrow(TokenError);
    expect(() => compileTokens(read)).toThrow(
      /^semantic\/light\.tokens\.json: color\.text\.link: \$value of type color: must be an alias such as \{color\.text\.primary\} \(schema\)$/,
    );
  });
});
