import { loadShaper } from './shaper.ts';
import { needsShaper } from './text-runs.ts';
import { contentWidth, createPaper, inkColors, pageMargin, pageHeight, softInk, type Paper, type Place, type Style } from './paper.ts';

/** Texts of a document; amounts and dates are already formatted. */
export interface DocumentFacts {
  /** 'Invoice' or 'Receipt'. */
  readonly heading: string;
  readonly title: string;
  readonly created: Date;
  /** Legal name first. */
  readonly seller: readonly string[];
  readonly billedTo: readonly string[];
  /** ISO 3166-1 code of the buyer's address; names in Han letters look as in this country. */
  readonly country?: string | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly DocumentLine[];
  /** Head of the column of periods; by default 'Period'. */
  readonly periodHead?: string;
  /** Groups of lines, each under a heading. */
  readonly carried?: readonly { readonly title: string; readonly lines: readonly DocumentLine[] }[];
  readonly totals: readonly (readonly [name: string, amount: string])[];
  /** Notes below the totals. */
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

const bottom = pageHeight - pageMargin - 24;
const gap = 6;
const half = contentWidth / 2;
/** Width of a value and of the space after it, in points; two dates fit on one line. */
const valueWidth = 142;
const valueGap = 10;
const columns = {
  description: { x: pageMargin, width: 230 },
  // Two dates fit on one line.
  period: { x: pageMargin + 240, width: 160 },
  // Aligned to the end, so that an amount of ten digits fits on one line and most of the column is free for the period.
  amount: { x: pageMargin + contentWidth - 114, width: 114 },
} as const;

/** Renders a document: heading, parties, facts, lines, totals, notes. @returns the bytes of a tagged PDF */
export async function renderDocument(facts: DocumentFacts): Promise<Uint8Array<ArrayBuffer>> {
  if (needsShaper(JSON.stringify(facts))) await loadShaper();
  const paper = createPaper(facts.title, facts.created, facts.country ?? null);
  let y = header(paper, facts);
  for (const { title, lines } of [{ title: 'Lines', lines: facts.lines }, ...(facts.carried ?? [])])
    if (lines.length > 0) y = lineTable(paper, { title, lines, periodHead: facts.periodHead ?? 'Period' }, y);
  y = totals(paper, facts.totals, y);
  for (const note of facts.notes) {
    const height = paper.height(note, body, contentWidth);
    y = roomFor(paper, height, y);
    paper.add(paper.text('P', note, body, { x: pageMargin, y, width: contentWidth }));
    y += height + gap;
  }
  paper.onEachPage((page, pages) => {
    const words = `${facts.title} · Page ${page} of ${pages}`;
    paper.write(words, { ...small, align: 'end' }, { x: pageMargin, y: pageHeight - pageMargin, width: contentWidth });
    // The first page has the seller above the heading.
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
  const rows = facts.map(([name, value]) => {
    const height = paper.height(value, body, valueWidth);
    const row = paper.group('TR', [
      paper.text('TH', name, label, { x: pageMargin, y: left + 1.5, width: half - valueWidth - valueGap - 4 }, { scope: 'Row' }),
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

const headHeight = 80;

interface LineTable {
  readonly title: string;
  readonly lines: readonly DocumentLine[];
  readonly periodHead: string;
}

/** Adds a table, whose head is tagged once and drawn as an artifact on later pages. @returns the y position below the table */
function lineTable(paper: Paper, { title, lines, periodHead }: LineTable, top: number): number {
  // Keeps the heading and the first line on the same page.
  let y = roomFor(paper, headHeight, top);
  const heading = paper.text('H2', title, { ...bold, size: 12 }, { x: pageMargin, y, width: contentWidth });
  paper.add(heading);
  y += 24;
  const table = paper.table();
  table.row(
    'THead',
    headRow(y, periodHead).map(([text, style, place]) => paper.text('TH', text, style, place, { scope: 'Column' })),
  );
  y += 18;
  paper.rule(y - 3);
  for (const line of lines) {
    const { description, period } = columns;
    const heights = [
      paper.height(line.description, body, description.width) + (line.detail ? paper.height(line.detail, small, description.width) : 0),
      paper.height(line.period, small, period.width),
    ];
    const height = Math.max(...heights) + gap;
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
