import { type ColorConstructor, ColorSpace, OKLCH, contrastWCAG21, inGamut, sRGB, serialize, to, toGamut } from 'colorjs.io/fn';

/** This file wraps the Color.js functions for checks and output: OKLCH as in CSS Color 4, contrast as in WCAG 2. */

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** DTCG color value. `hex` is the same color in sRGB, without alpha. */
export interface ColorValue {
  readonly colorSpace: 'oklch';
  /** Lightness from 0 to 1, chroma, and hue in degrees. */
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

/** Returns the largest chroma that sRGB contains at this lightness and hue. */
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

export function toHex(components: Triple): string {
  return serialize(toGamut(to(colorOf(components), sRGB), { method: 'clip' }), { format: 'hex', collapse: false });
}

export function contrastRatio(hexA: string, hexB: string): number {
  return contrastWCAG21(hexA, hexB);
}

export function cssHex({ hex, alpha = 1 }: ColorValue): string {
  const byte = Math.round(alpha * 255);
  const full = alpha === 1 ? hex : hex + byte.toString(16).padStart(2, '0');
  return full.replace(/^#(.)\1(.)\2(.)\3(?:(.)\4)?$/, '#$1$2$3$4');
}
