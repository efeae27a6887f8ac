import { loadShaper } from './shaper.ts';
import { needsShaper } from './text-runs.ts';
import { contentWidth, createPaper, inkColors, pageMargin, pageHeight, softInk, type Paper, type Place, type Style } from './paper.ts';

/** Amounts and dates are already formatted. */
export interface DocumentFacts {
  readonly heading: string;
  readonly title: string;
  readonly created: Date;
  /** Text lines, with the legal name first. */
  readonly seller: readonly string[];
  readonly billedTo: readonly string[];
  /** ISO 3166-1 code of the buyer's country. Han letters are drawn in the forms of this country. */
  readonly country?: string | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly DocumentLine[];
  /** Heading of the column with periods; 'Period' if absent. */
  readonly periodHead?: string;
  /** Groups of lines carried over from plan changes. */
  readonly carried?: readonly { readonly title: string; readonly lines: readonly DocumentLine[] }[];
  readonly totals: readonly (readonly [name: string, amount: string])[];
  readonly notes: readonly string[];
}

export interface DocumentLine {
  readonly description: string;
  readonly detail: string;
  readonly period: string;
  readonly amount: string;
}

const body: Style = { size: 10 };
const bold: Style = { size: 10, weight: 700 };
const small: Style = { size: 8.5, color: softInk };
const label: Style = { size: 8.5, weight: 700, color: softInk };
const money: Style = { ...body, align: 'end' };

const bottom = pageHeight - pageMargin - 12;
const gap = 6;
const half = contentWidth / 2;
/** Width of a value in points, wide enough for two dates on one text line. `valueGap` is the space after the value. */
const valueWidth = 142;
const valueGap = 10;
const columns = {
  description: { x: pageMargin, width: 230 },
  period: { x: pageMargin + 240, width: 160 },
  // Amounts are aligned to the end. The width fits ten digits. Most amounts are shorter, so periods can use the free space.
  amount: { x: pageMargin + contentWidth - 114, width: 114 },
} as const;

export async function renderDocument(facts: DocumentFacts): Promise<Uint8Array<ArrayBuffer>> {
  if (needsShaper(JSON.stringify(facts))) await loadShaper();
  const paper = createPaper(facts.title, facts.created, facts.country ?? null);
  let y = header(paper, facts);
  for (const { title, lines } of [{ title: 'Lines', lines: facts.lines }, ...(facts.carried ?? [])])
    if (lines.length > 0) y = lineTable(paper, { title, lines, periodHead: facts.periodHead ?? 'Period' }, y);
  y = totals(paper, facts.totals, y);
  notes(paper, facts.notes, y);
  paper.onEachPage((page, pages) => {
    const words = `${facts.title} · Page ${page} of ${pages}`;
    paper.write(words, { ...small, align: 'end' }, { x: pageMargin, y: pageHeight - pageMargin, width: contentWidth });
    // The first page shows the seller above the heading, so only later pages need the seller's name.
    if (page > 1) paper.write(facts.seller[0] ?? '', label, { x: pageMargin, y: pageMargin - 24, width: contentWidth });
  });
  return paper.finish();
}

function roomFor(paper: Paper, height: number, y: number): number {
  if (y + height <= bottom) return y;
  paper.newPage();
  return pageMargin;
}

function header(paper: Paper, { heading, seller, billedTo, facts }: DocumentFacts): number {
  paper.artifact(() => paper.write(seller[0] ?? '', bold, { x: pageMargin, y: pageMargin, width: contentWidth }));
  let y = pageMargin + 26;
  const large: Style = { size: 22, weight: 700, color: inkColors };
  paper.add(paper.text('H1', heading, large, { x: pageMargin, y, width: contentWidth }));
  y += 38;
  paper.rule(y, 1);
  y += 12;

  let left = y;
  const nameWidth = half - valueWidth - valueGap - 4;
  const rows = facts.map(([name, value]) => {
    const height = Math.max(paper.height(name, label, nameWidth) + 1.5, paper.height(value, body, valueWidth));
    const row = paper.group('TR', [
      paper.text('TH', name, label, { x: pageMargin, y: left + 1.5, width: nameWidth }, { scope: 'Row' }),
      paper.text('TD', value, body, { x: pageMargin + half - valueWidth - valueGap, y: left, width: valueWidth }),
    ]);
    left += height + 3;
    return row;
  });
  paper.add(paper.group('Table', rows));

  let right = y;
  const column = { x: pageMargin + half, width: half };
  const party = (title: string, lines: readonly string[]): void => {
    paper.add(paper.text('H2', title, label, { ...column, y: right }));
    right += 15;
    for (const [index, line] of lines.entries()) {
      const style = index === 0 ? bold : body;
      const height = paper.height(line, style, half);
      paper.add(paper.text('P', line, style, { ...column, y: right }));
      right += height;
    }
    right += gap;
  };
  party('From', seller);
  party('Billed to', billedTo);
  return Math.max(left, right) + 16;
}

function headRow(y: number, periodHead: string): (readonly [text: string, style: Style, place: Place])[] {
  return [
    ['Description', label, { ...columns.description, y }],
    [periodHead, label, { ...columns.period, y }],
    ['Amount', { ...label, align: 'end' }, { ...columns.amount, y }],
  ];
}

interface LineTable {
  readonly title: string;
  readonly lines: readonly DocumentLine[];
  readonly periodHead: string;
}

/** Heights of a table's heading and of its head row, in points. */
const headingHeight = 24;
const headHeight = 18;

function lineHeight(paper: Paper, { description: words, detail, period }: DocumentLine): number {
  const { width } = columns.description;
  const heights = [
    paper.height(words, body, width) + (detail ? paper.height(detail, small, width) : 0),
    paper.height(period, small, columns.period.width),
  ];
  return Math.max(...heights) + gap;
}

/**
 * The head row is tagged once and repeated as an artifact on later pages.
 * @returns the y position below the table
 */
function lineTable(paper: Paper, { title, lines, periodHead }: LineTable, top: number): number {
  // Keeps the heading on the same page as the first invoice line.
  let y = roomFor(paper, headingHeight + headHeight + (lines[0] ? lineHeight(paper, lines[0]) : 0), top);
  const heading = paper.text('H2', title, { ...bold, size: 12 }, { x: pageMargin, y, width: contentWidth });
  paper.add(heading);
  y += headingHeight;
  const table = paper.table();
  table.row(
    'THead',
    headRow(y, periodHead).map(([text, style, place]) => paper.text('TH', text, style, place, { scope: 'Column' })),
  );
  y += headHeight;
  paper.rule(y - 3);
  for (const line of lines) {
    const { description, period } = columns;
    const height = lineHeight(paper, line);
    const next = roomFor(paper, height, y);
    if (next < y) {
      paper.artifact(() => headRow(next, periodHead).forEach(([text, style, place]) => paper.write(text, style, place)));
      paper.rule(next + 15);
    }
    y = next < y ? next + 20 : y;
    const detailAt = y + paper.height(line.description, body, description.width);
    table.row('TBody', [
      paper.group('TH', [
        paper.text('P', line.description, body, { ...description, y }),
        ...(line.detail ? [paper.text('P', line.detail, small, { ...description, y: detailAt })] : []),
      ]),
      paper.text('TD', line.period, small, { ...period, y: y + 1.5 }),
      paper.text('TD', line.amount, money, { ...columns.amount, y }),
    ]);
    y += height;
  }
  table.end();
  paper.rule(y);
  return y + 10;
}

function totals(paper: Paper, rows: DocumentFacts['totals'], top: number): number {
  const height = 18;
  let y = roomFor(paper, rows.length * height, top);
  const tagged = rows.map(([name, amount], index) => {
    const isLast = index === rows.length - 1;
    const style = isLast ? bold : body;
    const row = paper.group('TR', [
      paper.text('TH', name, { ...style, align: 'end' }, { x: pageMargin, y, width: contentWidth - 134 }, { scope: 'Row' }),
      paper.text('TD', amount, { ...style, align: 'end' }, { ...columns.amount, y }),
    ]);
    y += height;
    return row;
  });
  paper.add(paper.group('Table', tagged));
  return y + 14;
}

/** A note longer than a page continues on the next page. The last note is never alone on a page. */
function notes(paper: Paper, texts: readonly string[], top: number): void {
  const heights = texts.map((text) => paper.height(text, body, contentWidth));
  let y = top;
  for (const [index, text] of texts.entries()) {
    const height = heights[index] ?? 0;
    const last = index === texts.length - 2 ? gap + (heights[index + 1] ?? 0) : 0;
    if (height > bottom - pageMargin) {
      y = longNote(paper, text, y) + gap;
      continue;
    }
    y = roomFor(paper, height + last, y);
    paper.add(paper.text('P', text, body, { x: pageMargin, y, width: contentWidth }));
    y += height + gap;
  }
}

/** Adds a note that is longer than a page, as one tag. @returns the y position below the note */
function longNote(paper: Paper, text: string, top: number): number {
  const lines = paper.broken(text, body, contentWidth);
  const height = paper.height('', body, contentWidth);
  const paragraph = paper.paragraph(text);
  let y = top;
  while (lines.length > 0) {
    y = roomFor(paper, height, y);
    const part = lines.splice(0, Math.floor((bottom - y) / height));
    paragraph.part(part.join(''), body, { x: pageMargin, y, width: contentWidth });
    y += part.length * height;
  }
  paragraph.end();
  return y;
}
