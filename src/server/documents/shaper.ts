import type { Font } from 'harfbuzzjs';
import type { Face } from './fonts.ts';

/** Sizes are in font units. */
export interface ShapedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
  /** Letters of the glyph's cluster, if this glyph is the widest glyph of the cluster; otherwise empty. */
  readonly letters: readonly number[];
}

let harfBuzz: typeof import('harfbuzzjs') | undefined;
const fonts = new Map<string, Font>();

/** Loads HarfBuzz, which only documents with complex scripts need. */
export async function loadShaper(): Promise<void> {
  harfBuzz ??= await import('harfbuzzjs');
}

function fontOf({ name, bytes }: Face, { Blob, Face: FontFace, Font: SizedFont }: typeof import('harfbuzzjs')): Font {
  const font = fonts.get(name) ?? new SizedFont(new FontFace(new Blob(bytes()), 0));
  fonts.set(name, font);
  return font;
}

function lettersAt(text: string, start: number, starts: readonly number[]): number[] {
  const next = starts.find((other) => other > start) ?? text.length;
  return Array.from(text.slice(start, next), (letter) => letter.codePointAt(0) ?? 0);
}

/** The text must have one font and direction. Call `loadShaper` first. @returns the glyphs from left to right */
export function shapeText(text: string, face: Face, isRightToLeft: boolean): ShapedGlyph[] {
  if (!harfBuzz) throw new Error('HarfBuzz is not loaded');
  const buffer = new harfBuzz.Buffer();
  buffer.addText(text);
  // At this level, a combining mark and its base letter are in different clusters. Each glyph then keeps its own letters.
  buffer.setClusterLevel(harfBuzz.ClusterLevel.MONOTONE_CHARACTERS);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? harfBuzz.Direction.RTL : harfBuzz.Direction.LTR);
  harfBuzz.shape(fontOf(face, harfBuzz), buffer);
  const glyphs = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  // Only the widest glyph of a cluster gets the letters of the cluster. The other glyphs are dots and marks.
  const named = new Map<number, number>();
  for (const [index, { cluster, xAdvance = 0 }] of glyphs.entries()) {
    const widest = named.get(cluster);
    if (widest === undefined || xAdvance > (glyphs[widest]?.xAdvance ?? 0)) named.set(cluster, index);
  }
  return glyphs.map(({ codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }, index) => ({
    id: codepoint,
    x: xOffset,
    y: yOffset,
    advance: xAdvance,
    letters: named.get(cluster) === index ? lettersAt(text, cluster, starts) : [],
  }));
}
