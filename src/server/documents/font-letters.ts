export type LetterTest = (codePoint: number) => boolean;

/** Offset of a table in an OpenType font; undefined if the font has no such table. */
function tableAt(font: Buffer, tag: string): number | undefined {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const row = 12 + 16 * index;
    if (font.toString('latin1', row, row + 4) === tag) return font.readUInt32BE(row + 8);
  }
  return undefined;
}

/** Adds the letters of a `cmap` subtable of format 12, which lists groups of consecutive letters. */
function lettersOfGroups(font: Buffer, at: number, letters: Set<number>): void {
  for (let group = 0; group < font.readUInt32BE(at + 12); group += 1) {
    const row = at + 16 + 12 * group;
    for (let letter = font.readUInt32BE(row); letter <= font.readUInt32BE(row + 4); letter += 1) letters.add(letter);
  }
}

/** Adds the letters of a `cmap` subtable of format 4: segments of letters below U+10000. Glyph 0 marks a missing letter. */
function lettersOfSegments(font: Buffer, at: number, letters: Set<number>): void {
  const size = font.readUInt16BE(at + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const end = font.readUInt16BE(at + 14 + segment);
    const start = font.readUInt16BE(at + 16 + size + segment);
    const offsetAt = at + 16 + 3 * size + segment;
    const offset = font.readUInt16BE(offsetAt);
    for (let letter = start; letter <= end && letter !== 0xffff; letter += 1) {
      if (offset === 0 || font.readUInt16BE(offsetAt + offset + 2 * (letter - start)) !== 0) letters.add(letter);
    }
  }
}

export function lettersOf(font: Buffer): LetterTest {
  const letters = new Set<number>();
  const table = tableAt(font, 'cmap');
  if (table === undefined) throw new Error('The font has no table of letters');
  for (let index = 0; index < font.readUInt16BE(table + 2); index += 1) {
    const at = table + font.readUInt32BE(table + 8 + 8 * index);
    const format = font.readUInt16BE(at);
    if (format === 12) lettersOfGroups(font, at, letters);
    else if (format === 4) lettersOfSegments(font, at, letters);
  }
  return (codePoint) => letters.has(codePoint);
}
