/** Value of a digit: a to z are 0 to 25, 0 to 9 are 26 to 35; NaN for any other character. */
function digitOf(character: string | undefined): number {
  if (character === undefined || !/^[a-z0-9]$/.test(character)) return Number.NaN;
  const code = character.charCodeAt(0);
  return code >= 97 ? code - 97 : code - 22;
}

function adaptedBias(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / size);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}

/** Decodes a label without its `xn--` by RFC 3492. Returns null for an invalid label. */
function decodePunycode(text: string): string | null {
  const mark = text.lastIndexOf('-');
  const points = Array.from(text.slice(0, Math.max(mark, 0)), (character) => character.charCodeAt(0));
  let [point, place, bias] = [128, 0, 72];
  for (let at = mark + 1; at < text.length;) {
    const before = place;
    let weight = 1;
    for (let step = 36; ; step += 36) {
      const digit = digitOf(text[at]);
      at += 1;
      place += digit * weight;
      // If the label ends too early, `place` is NaN, so this comparison is false and the label is rejected.
      if (!(place < 2 ** 31)) return null;
      const least = Math.min(Math.max(step - bias, 1), 26);
      if (digit < least) break;
      weight *= 36 - least;
    }
    const size = points.length + 1;
    bias = adaptedBias(place - before, size, before === 0);
    point += Math.floor(place / size);
    if (point > 0x10ffff) return null;
    place %= size;
    points.splice(place, 0, point);
    place += 1;
  }
  return String.fromCodePoint(...points);
}

/** True for plain ASCII, and for punycode that decodes and encodes to the same label. URL parsers differ in this check. */
export function isTrueLabel(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const address = `http://${decodePunycode(label.slice(4)) ?? ''}.x`;
  return URL.canParse(address) && new URL(address).hostname === `${label}.x`;
}
