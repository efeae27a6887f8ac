import type { Face } from './fonts.ts';

/** A glyph of a font; sizes in thousandths of the type size. */
interface Glyph {
  readonly hex: string;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
}

export interface ShapedText {
  /** Left to right. */
  readonly glyphs: readonly Glyph[];
  /** In thousandths of the type size. */
  readonly width: number;
}

interface Position {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Private parts of PDFKit, whose public API writes only left-to-right lines. */
interface Internals {
  _font: { readonly id: string; encode(text: string, features: readonly string[]): [string[], Position[]]; ref(): unknown };
  readonly page: { readonly fonts: Record<string, unknown>; readonly height: number };
  addContent(operators: string): void;
}

/** Shaped glyphs of texts, cached per document. */
export function createGlyphs(doc: PDFKit.PDFDocument) {
  const inner = doc as unknown as Internals;
  const fonts = new Set<string>();
  const shaped = new Map<string, ShapedText>();

  const use = ({ name, bytes }: Face): void => {
    if (!fonts.has(name)) doc.registerFont(name, bytes());
    fonts.add(name);
    doc.font(name);
  };

  const shape = (text: string, face: Face): ShapedText => {
    const key = `${face.name}/${text}`;
    const known = shaped.get(key);
    if (known) return known;
    use(face);
    // Passes an empty feature list, because without a list PDFKit shapes word by word, in the wrong order.
    const [codes, positions] = inner._font.encode(text, []);
    const glyphs = codes.map((hex, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return { hex, x: xOffset, y: yOffset, advance: xAdvance };
    });
    const shapedRun = { glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
    shaped.set(key, shapedRun);
    return shapedRun;
  };

  /** Draws glyphs at a baseline. Writes right-to-left text in logical order, because some PDF readers read it in the order of the file. */
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
    inner.addContent(`BT /${inner._font.id} ${size} Tf`);
    inner.addContent((fromRight ? placed.toReversed() : placed).join('\n'));
    inner.addContent('ET');
    doc.restore();
  };

  return { shape, draw };
}
