import { describe, expect, it } from 'vitest';
import { at, faultsOf, withJson } from './seeded.ts';

describe('alias gate', () => {
  const faults = (file: string, path: string, value: unknown): Promise<string[]> =>
    faultsOf(withJson(file, (json) => (at(json, path).$value = value)));

  it('names the nearest token for an unknown alias', async () => {
    expect(await faults('semantic/light.tokens.json', 'color.text.link', '{color.ref.irs.750}')).toEqual([
      'aliases color.text.link: alias {color.ref.irs.750} names no token; did you mean {color.ref.iris.750}?',
    ]);
  });

  it('finds an alias inside a composite value', async () => {
    expect(
      await faults('semantic/elevation.tokens.json', 'elevation.flat', {
        color: '{color.shadow.kay}',
        offsetX: { value: 0, unit: 'px' },
        offsetY: { value: 0, unit: 'px' },
        blur: { value: 0, unit: 'px' },
        spread: { value: 0, unit: 'px' },
      }),
    ).toEqual(['aliases elevation.flat: alias {color.shadow.kay} names no token; did you mean {color.shadow.key}?']);
  });

  it('refuses a wrong type', async () => {
    expect(await faults('component/button.tokens.json', 'component.button.height', '{color.text.primary}')).toEqual([
      'schema component.button.height: Cannot alias to $type "color" from $type "dimension".',
    ]);
  });

  it('refuses a circle', async () => {
    const read = withJson('semantic/elevation.tokens.json', (json) => {
      at(json, 'elevation.menu').$value = '{elevation.dialog}';
      at(json, 'elevation.dialog').$value = '{elevation.menu}';
    });
    expect(await faultsOf(read)).toEqual(['schema elevation.menu: Circular alias detected.']);
  });

  it('keeps the order of the tiers', async () => {
    expect(await faults('component/button.tokens.json', 'component.button.primaryBg', '{color.ref.ink.925}')).toEqual([
      'aliases component.button.primaryBg: may alias semantic tokens only; {color.ref.ink.925} is a reference token',
    ]);
    expect(await faults('component/button.tokens.json', 'component.button.radius', { value: 3, unit: 'px' })).toEqual([
      'aliases component.button.radius: is a component token and must be an alias to a semantic token',
    ]);
    expect(await faults('semantic/light.tokens.json', 'color.text.link', '{color.text.primary}')).toEqual([
      'aliases color.text.link: may alias reference tokens only; {color.text.primary} is a semantic token',
    ]);
    expect(await faults('semantic/light.tokens.json', 'color.text.link', '{component.field.text}')).toEqual([
      'aliases color.text.link: may not depend on the component token {component.field.text}',
    ]);
    expect(await faults('reference/color.tokens.json', 'color.ref.ink.0', '{color.ref.ink.25}')).toEqual([
      'aliases color.ref.ink.0: is a reference token and holds raw values only, not {color.ref.ink.25}',
    ]);
  });

  it('refuses two paths that become one custom property', async () => {
    const read = withJson('component/sheet.tokens.json', (json) => {
      Object.assign(at(json, 'component'), { color: { textPrimary: { $type: 'color', $value: '{color.text.primary}' } } });
    });
    expect(await faultsOf(read)).toEqual([
      'names component.color.textPrimary: becomes --color-text-primary, which is already color.text.primary',
    ]);
  });
});
