import { type ColorConstructor, ColorSpace, OKLCH, contrastWCAG21, inGamut, sRGB, serialize, to, toGamut } from 'colorjs.io/fn';

/** What the gates and the emitter ask of Color.js: OKLCH as in CSS Color 4, contrast as in WCAG 2. */

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** DTCG colour value; `hex` is the same colour in sRGB, without alpha. */
export interface ColorValue {
  readonly colorSpace: 'oklch';
  /** Lightness 0 to 1, chroma, hue in degrees. */
  readonly components: readonly [number, number, number];
  readonly alpha?: number | undefined;
  readonly hex: string;
}

type Triple = readonly [number, number, number];

const colorOf = ([lightness, chroma, hue]: Triple): ColorConstructor => ({ spaceId: 'oklch', coords: [lightness, chroma, hue], alpha: 1 });

const GAMUT_TOLERANCE = 0.0005;

export function inSrgb(components: Triple): boolean {
  return inGamut(colorOf(components), sRGB, { epsilon: GAMUT_TOLERANCE });
}

/** The largest chroma that sRGB shows at this lightness and hue. */
export function largestChroma([lightness, chroma, hue]: Triple): number {
  let low = 0;
  let high = chroma;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (inSrgb([lightness, middle, hue])) low = middle;
    else high = middle;
  }
  return low;
}

/** Six-digit hex of an OKLCH colour, channels clipped to sRGB. */
export function toHex(components: Triple): string {
  return serialize(toGamut(to(colorOf(components), sRGB), { method: 'clip' }), { format: 'hex', collapse: false });
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastRatio(hexA: string, hexB: string): number {
  return contrastWCAG21(hexA, hexB);
}

/** Shortest hex notation in CSS, with alpha when the colour has one. */
export function cssHex({ hex, alpha = 1 }: ColorValue): string {
  const byte = Math.round(alpha * 255);
  const full = alpha === 1 ? hex : hex + byte.toString(16).padStart(2, '0');
  return full.replace(/^#(.)\1(.)\2(.)\3(?:(.)\4)?$/, '#$1$2$3$4');
}
