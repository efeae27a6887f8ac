import { inflateSync } from 'node:zlib';

/** Pixels of a screenshot, 4 bytes per pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const paeth = (a: number, b: number, c: number): number => {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};

/** Only for screenshots of Chromium: 8 bits per channel, RGB or RGBA, not interlaced. */
export function decodePng(file: Buffer): Picture {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = file[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const here = y * stride + x;
      const left = x >= channels ? (lines[here - channels] ?? 0) : 0;
      const up = y > 0 ? (lines[here - stride] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (lines[here - stride - channels] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      lines[here] = ((raw[y * (stride + 1) + 1 + x] ?? 0) + guess) & 255;
    }
  }
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) data[pixel * 4 + channel] = lines[pixel * channels + channel] ?? 0;
    data[pixel * 4 + 3] = 255;
  }
  return { width, height, data };
}

export function crop(picture: Picture, { x, y, width, height }: Box): Picture {
  const right = Math.min(picture.width, x + width);
  const bottom = Math.min(picture.height, y + height);
  const lines: number[] = [];
  for (let line = y; line < bottom; line += 1)
    lines.push(...picture.data.subarray((line * picture.width + x) * 4, (line * picture.width + right) * 4));
  return { width: right - x, height: bottom - y, data: Uint8Array.from(lines) };
}

/** In a screenshot of a label, the most frequent color is the background color. */
export function commonest({ data }: Picture): Uint8Array {
  const counts = new Map<string, { pixel: Uint8Array; count: number }>();
  for (let at = 0; at < data.length; at += 4) {
    const pixel = data.subarray(at, at + 4);
    const seen = counts.get(pixel.join()) ?? { pixel, count: 0 };
    seen.count += 1;
    counts.set(pixel.join(), seen);
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.pixel ?? new Uint8Array(4);
}

const luminance = (data: Uint8Array, pixel: number): number => {
  const part = (channel: number): number => {
    const value = (data[pixel * 4 + channel] ?? 0) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
};

export function changedPixels(before: Picture, after: Picture, ratio: number): number {
  let changed = 0;
  for (let pixel = 0; pixel < before.width * before.height; pixel += 1) {
    const [a, b] = [luminance(before.data, pixel), luminance(after.data, pixel)];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= ratio) changed += 1;
  }
  return changed;
}

export function contrastWithin(picture: Picture): number {
  let [low, high] = [1, 0];
  for (let pixel = 0; pixel < picture.width * picture.height; pixel += 1) {
    const light = luminance(picture.data, pixel);
    low = Math.min(low, light);
    high = Math.max(high, light);
  }
  return (high + 0.05) / (low + 0.05);
}
