import type { Face } from './fonts.ts';
import { shapeText } from './shaper.ts';

/** Sizes are in thousandths of the font size. */
interface Glyph {
  readonly hex: string;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
}

export interface ShapedText {
  /** Glyphs from left to right. */
  readonly glyphs: readonly Glyph[];
  /** Width in thousandths of the font size. */
  readonly width: number;
  /** Original letters, so that PDF readers can copy the text. If null, PDF readers derive the letters from the glyphs. */
  readonly actual: string | null;
}

interface Position {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Private fields of PDFKit, used because its public API writes only left-to-right lines. */
interface Internals {
  _font: {
    readonly id: string;
    readonly scale: number;
    readonly font: { getGlyph(id: number): { readonly advanceWidth: number } };
    readonly subset: { readonly glyphs: number[]; includeGlyph(id: number): number };
    /** Widths of the subset's glyphs. `unicode` has the letters of each glyph. */
    readonly widths: (number | undefined)[];
    readonly unicode: (readonly number[] | undefined)[];
    encode(text: string, features: readonly string[]): [string[], Position[]];
    ref(): unknown;
  };
  readonly page: { readonly fonts: Record<string, unknown>; readonly height: number };
  addContent(operators: string): void;
}

/** Adds a glyph to the subset of the font, once for each letter that shares the glyph, so that copied text is correct. */
function glyphInSubset(
  { subset, unicode }: Internals['_font'],
  id: number,
  letters: readonly number[],
  known: Map<string, number>,
): number {
  const key = `${id}/${letters.join()}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const shared = subset.includeGlyph(id);
  const glyph = unicode[shared] === undefined ? shared : subset.glyphs.push(id) - 1;
  unicode[glyph] = letters;
  known.set(key, glyph);
  return glyph;
}

/** For each font, maps a glyph and its letters to the index of the glyph in the subset of the font. */
const knownGlyphs = new WeakMap<Internals['_font'], Map<string, number>>();

function complexGlyphs(font: Internals['_font'], text: string, face: Face, isRightToLeft: boolean): Glyph[] {
  const known = knownGlyphs.get(font) ?? new Map<string, number>();
  knownGlyphs.set(font, known);
  return shapeText(text, face, isRightToLeft).map(({ id, x, y, advance, letters }) => {
    const glyph = glyphInSubset(font, id, letters, known);
    font.widths[glyph] ??= font.font.getGlyph(id).advanceWidth * font.scale;
    return { hex: glyph.toString(16).padStart(4, '0'), x: x * font.scale, y: y * font.scale, advance: advance * font.scale };
  });
}

function simpleGlyphs(font: Internals['_font'], text: string): Glyph[] {
  // If PDFKit gets no list of features, it shapes each word separately and draws the words in the wrong order.
  const [codes, positions] = font.encode(text, []);
  return codes.map((hex, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return { hex, x: xOffset, y: yOffset, advance: xAdvance };
  });
}

/** Encodes a text as UTF-16 with a byte order mark, in hexadecimal. */
const utf16Hex = (text: string): string =>
  `feff${Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0')).join('')}`;

const isTurnedAround = /[\p{Script=Arabic}\u0700-\u074f\u0780-\u07bf]/u;

/** Width of the outline of bold letters, in em. */
const outlineWidth = 0.03;

export function createGlyphs(doc: PDFKit.PDFDocument) {
  const inner = doc as unknown as Internals;
  const fonts = new Set<string>();
  const shaped = new Map<string, ShapedText>();

  const use = ({ name, bytes }: Face): void => {
    if (!fonts.has(name)) doc.registerFont(name, bytes());
    fonts.add(name);
    doc.font(name);
  };

  const shape = (text: string, face: Face, isRightToLeft: boolean): ShapedText => {
    const key = `${face.name}/${isRightToLeft}/${text}`;
    const known = shaped.get(key);
    if (known) return known;
    use(face);
    if (face.isComplex) {
      // Poppler reverses the ActualText of these scripts. If `actual` is null, Poppler reads the glyphs instead.
      const glyphs = complexGlyphs(inner._font, text, face, isRightToLeft);
      const complexRun = {
        glyphs,
        width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
        actual: isRightToLeft && isTurnedAround.test(text) ? null : text,
      };
      shaped.set(key, complexRun);
      return complexRun;
    }
    const glyphs = simpleGlyphs(inner._font, text);
    const shapedRun = { glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0), actual: null };
    shaped.set(key, shapedRun);
    return shapedRun;
  };

  /** Draws glyphs on a baseline. Right-to-left text is in logical order, because some PDF readers read text in file order. */
  const draw = (text: ShapedText, face: Face, at: { x: number; baseline: number; size: number; fromRight: boolean }): void => {
    use(face);
    const { x, baseline, size, fromRight } = at;
    inner.page.fonts[inner._font.id] ??= inner._font.ref();
    let left = 0;
    const placed = text.glyphs.map(({ hex, x: dx, y: dy, advance }) => {
      const glyphX = x + ((left + dx) * size) / 1000;
      left += advance;
      return `1 0 0 1 ${glyphX.toFixed(2)} ${(inner.page.height - baseline + (dy * size) / 1000).toFixed(2)} Tm <${hex}> Tj`;
    });
    doc.save();
    doc.transform(1, 0, 0, -1, 0, inner.page.height);
    if (text.actual !== null) inner.addContent(`/Span <</ActualText <${utf16Hex(text.actual)}>>> BDC`);
    inner.addContent(`BT /${inner._font.id} ${size} Tf${face.isOutlined ? ` 2 Tr ${(size * outlineWidth).toFixed(2)} w` : ''}`);
    inner.addContent((fromRight ? placed.toReversed() : placed).join('\n'));
    inner.addContent('ET');
    if (text.actual !== null) inner.addContent('EMC');
    doc.restore();
  };

  return { shape, draw };
}
