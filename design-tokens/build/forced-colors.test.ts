import { describe, expect, it } from 'vitest';
import { at, faultsOf, withJson } from './seeded.ts';

const LIGHT = 'semantic/light.tokens.json';

function faultsWith(path: string, extension: string, value: unknown): Promise<string[]> {
  return faultsOf(
    withJson(LIGHT, (json) => {
      const extensions = at(json, path).$extensions?.['dev.orgbilling'] ?? {};
      if (value === undefined) delete extensions[extension];
      else extensions[extension] = value;
    }),
  );
}

describe('forced-colors gate', () => {
  it('bans an inverse fill behind text', async () => {
    expect((await faultsWith('color.surface.inverse', 'forcedColor', 'CanvasText'))[0]).toBe(
      'forced-colors color.text.onInverse: on color.surface.inverse becomes CanvasText/CanvasText, which is not readable in every palette; use one of CanvasText/Canvas, LinkText/Canvas, GrayText/Canvas, ButtonText/ButtonFace, HighlightText/Highlight',
    );
  });

  it('bans Highlight behind CanvasText', async () => {
    expect((await faultsWith('color.surface.selected', 'forcedColor', 'Highlight')).join()).toContain(
      'color.text.primary: on color.surface.selected becomes CanvasText/Highlight',
    );
  });

  it('asks every semantic colour for its system colour', async () => {
    expect(await faultsWith('color.rule.margin', 'forcedColor', undefined)).toEqual([
      'forced-colors color.rule.margin: names no system colour; add forcedColor (a system colour, or "kept" to leave it to the browser)',
    ]);
  });

  it('asks a fill that loses its colour for the edge that stays', async () => {
    expect((await faultsWith('color.action.primary.bg', 'forcedEdge', undefined))[0]).toBe(
      'forced-colors color.action.primary.bg: on color.surface.canvas becomes ButtonFace/Canvas and has no visible edge; name the token that outlines it in forcedEdge',
    );
    expect((await faultsWith('color.action.primary.bg', 'forcedEdge', 'color.surface.raised'))[0]).toContain(
      'its edge color.surface.raised becomes Canvas/Canvas',
    );
  });

  it('refuses an edge in a colour that may not show', async () => {
    expect((await faultsWith('color.border.strong', 'forcedColor', 'HighlightText'))[0]).toContain(
      'color.border.strong: on color.surface.canvas becomes HighlightText/Canvas, which may not be visible',
    );
  });
});
