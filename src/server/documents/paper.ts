import PDFDocument from 'pdfkit';
import type { Weight } from './font-families.ts';
import { createGlyphs } from './glyphs.ts';
import { directionOf, hasEveryLetter, linesOf, needsShaper, oneLine, regionsOf, runsOf } from './text-runs.ts';

/** Size of an A4 page, in points. */
export const pageWidth = 595.28;
export const pageHeight = 841.89;
export const pageMargin = 56;
export const contentWidth = pageWidth - 2 * pageMargin;
const lineSpacing = 1.4;
/** Distance from the top of a text line to its baseline, in em. */
const baselineAt = 1.02;

export const inkColors = '#1a1a1a';
export const softInk = '#4a4a4a';
const ruleInk = '#8a8a8a';

export interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'start' | 'end';
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

type Structure = PDFKit.PDFStructureElement;
type Content = Structure | (() => void);

interface TagOptions {
  readonly scope?: 'Row' | 'Column';
  readonly actual?: string;
  readonly title?: string;
}

/** Pages of a tagged PDF. Tagged content is in reading order. All other content is an artifact, which screen readers skip. */
export interface Paper {
  readonly height: (text: string, style: Style, width: number) => number;
  readonly broken: (text: string, style: Style, width: number) => string[];
  readonly text: (tag: string, text: string, style: Style, place: Place, options?: TagOptions) => Structure;
  readonly group: (tag: string, children: readonly Content[]) => Structure;
  /**
   * Opens a tag whose parts can be on several pages.
   * @param text the complete text of the tag
   */
  readonly paragraph: (text: string) => { readonly part: (text: string, style: Style, place: Place) => void; readonly end: () => void };
  readonly table: () => { readonly row: (part: 'THead' | 'TBody', cells: readonly Structure[]) => void; readonly end: () => void };
  readonly add: (structure: Structure) => void;
  readonly artifact: (draw: () => void) => void;
  readonly write: (text: string, style: Style, place: Place) => void;
  readonly rule: (y: number, weight?: number) => void;
  readonly newPage: () => void;
  /** Draws on every page. Call it after the last page is complete. */
  readonly onEachPage: (draw: (page: number, pages: number) => void) => void;
  readonly finish: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Returns whether the drawn glyphs or their order can differ from the text. */
const needsActualText = (text: string, country: string | null): boolean =>
  /[\u0590-\u08ff\ufb1d-\ufefc]/u.test(text) || !hasEveryLetter(text, regionsOf(text, country)) || needsShaper(text);

type Document = PDFKit.PDFDocument;

function createDocument(title: string, created: Date): Document {
  return new PDFDocument({
    size: [pageWidth, pageHeight],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    font: null,
    info: { Title: title, CreationDate: created },
    // The types of PDFKit allow neither the subset 'PDF/UA' nor a document without an initial font.
  } as unknown as PDFKit.PDFDocumentOptions);
}

/** @returns a function that waits for the end of the document and returns all bytes */
function collectBytes(doc: Document): () => Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  return async () => {
    await ended;
    return new Uint8Array(Buffer.concat(chunks));
  };
}

function createWriter(doc: Document, country: string | null): Pick<Paper, 'broken' | 'height' | 'write'> {
  const { shape, draw } = createGlyphs(doc);
  type Regions = ReturnType<typeof regionsOf>;
  const shapedRuns = (line: string, { weight = 400 }: Style, regions: Regions, direction = directionOf(line)) =>
    runsOf(line, weight, regions, direction).map((run) => ({ ...run, shaped: shape(run.text, run.face, run.isRightToLeft) }));
  const widthOf = (line: string, style: Style, regions: Regions): number =>
    shapedRuns(line, style, regions).reduce((sum, { shaped }) => sum + (shaped.width * style.size) / 1000, 0);
  const broken = (text: string, style: Style, width: number, regions = regionsOf(text, country)): string[] =>
    linesOf(text, width, (part) => widthOf(part, style, regions));
  return {
    broken: (text, style, width) => broken(text, style, width),
    height: (text, style, width) => Math.max(1, broken(text, style, width).length) * style.size * lineSpacing,
    write: (text, style, { x, y, width }) => {
      const regions = regionsOf(text, country);
      const direction = directionOf(text);
      broken(text, style, width, regions).forEach((line, index) => {
        const runs = shapedRuns(line, style, regions, direction).map((run) => ({ ...run, width: (run.shaped.width * style.size) / 1000 }));
        // In a right-to-left line, the space at the line break is at the left end, and must be outside the column.
        const space = widthOf(line.slice(line.trimEnd().length), style, regions);
        const all = runs.reduce((sum, run) => sum + run.width, 0);
        const isFromRight = direction === 'rtl';
        let left = style.align === 'end' ? x + width - all + (isFromRight ? 0 : space) : x - (isFromRight ? space : 0);
        const baseline = y + (index * lineSpacing + baselineAt) * style.size;
        const placed = runs.map((run) => {
          const at = { x: left, baseline, size: style.size, fromRight: run.isRightToLeft };
          left += run.width;
          return { ...run, at };
        });
        doc.fillColor(style.color ?? inkColors).strokeColor(style.color ?? inkColors);
        for (const { shaped, face, at } of placed.toSorted((a, b) => a.start - b.start)) draw(shaped, face, at);
      });
    },
  };
}

function createTable(doc: Document, root: Structure): ReturnType<Paper['table']> {
  const table = doc.struct('Table');
  root.add(table);
  const body = doc.struct('TBody');
  let hasBody = false;
  return {
    row: (part, cells) => {
      const row = doc.struct('TR', [...cells] as never);
      if (part === 'THead') return void table.add(doc.struct('THead', [row] as never));
      if (!hasBody) table.add(body);
      hasBody = true;
      body.add(row);
    },
    end: () => {
      body.end();
      table.end();
    },
  };
}

/** @param country ISO 3166-1 code of the buyer's country, which determines the forms of Han letters */
export function createPaper(title: string, created: Date, country: string | null = null): Paper {
  const doc = createDocument(title, created);
  const allBytes = collectBytes(doc);
  const { broken, height, write } = createWriter(doc, country);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const actualOf = (text: string): TagOptions => (needsActualText(text, country) ? { actual: text } : {});
  const artifact: Paper['artifact'] = (draw) => {
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
  };

  return {
    broken,
    height,
    write,
    artifact,
    text: (tag, text, style, place, options = {}) => {
      const clean = oneLine(text);
      return doc.struct(tag, { ...actualOf(clean), ...options }, () => write(clean, style, place));
    },
    paragraph: (text) => {
      const paragraph = doc.struct('P', actualOf(oneLine(text)));
      root.add(paragraph);
      return {
        part: (part, style, place) => void paragraph.add(() => write(part, style, place)),
        end: () => paragraph.end(),
      };
    },
    group: (tag, children) => doc.struct(tag, [...children] as never),
    table: () => createTable(doc, root),
    add: (structure) => void root.add(structure),
    rule: (y, weight = 0.5) =>
      artifact(() => {
        doc
          .moveTo(pageMargin, y)
          .lineTo(pageWidth - pageMargin, y)
          .lineWidth(weight)
          .strokeColor(ruleInk)
          .stroke();
      }),
    newPage: () => void doc.addPage(),
    onEachPage: (draw) => {
      const { start, count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(start + page);
        artifact(() => draw(page + 1, count));
      }
    },
    finish: () => {
      root.end();
      doc.end();
      return allBytes();
    },
  };
}
