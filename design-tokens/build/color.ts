/** Colour arithmetic for the gates and the emitter: OKLCH as in CSS Color 4, contrast as in WCAG 2. */

/** DTCG colour value; `hex` is the same colour in sRGB, without alpha. */
export interface ColorValue {
  readonly colorSpace: 'oklch';
  /** Lightness 0 to 1, chroma, hue in degrees. */
  readonly components: readonly [number, number, number];
  readonly alpha?: number | undefined;
  readonly hex: string;
}

type Triple = readonly [number, number, number];

/** Linear-light sRGB of an OKLCH colour; a channel outside 0 to 1 means that sRGB cannot show it. */
export function oklchToLinear([lightness, chroma, hue]: Triple): Triple {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const GAMUT_TOLERANCE = 0.0005;

export function inSrgb(components: Triple): boolean {
  return oklchToLinear(components).every((channel) => channel >= -GAMUT_TOLERANCE && channel <= 1 + GAMUT_TOLERANCE);
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
  return `#${oklchToLinear(components)
    .map((channel) => byte(encode(channel)))
    .join('')}`;
}

function encode(channel: number): number {
  const clipped = Math.min(1, Math.max(0, channel));
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
}

function byte(fraction: number): string {
  return Math.round(fraction * 255)
    .toString(16)
    .padStart(2, '0');
}

/** WCAG relative luminance of a six-digit hex colour. */
export function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastRatio(hexA: string, hexB: string): number {
  const [darker = 0, lighter = 0] = [luminance(hexA), luminance(hexB)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Shortest hex notation in CSS, with alpha when the colour has one. */
export function cssHex({ hex, alpha = 1 }: ColorValue): string {
  const full = alpha === 1 ? hex : hex + byte(alpha);
  const pairs = full.slice(1).match(/../g) ?? [];
  return pairs.every((pair) => pair[0] === pair[1]) ? `#${pairs.map((pair) => pair[0]).join('')}` : full;
}
