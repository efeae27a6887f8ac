import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { renderDocument, type DocumentFacts } from './invoice-document.ts';

const facts: DocumentFacts = {
  heading: 'Invoice',
  title: 'Invoice ABCD-0012',
  created: new Date('2026-02-03T00:00:00Z'),
  seller: ['Groundwork'],
  billedTo: ['Łukasz Ørsted', 'Ελληνικά', 'Кириллица', 'שלום עולם', 'شركة الأمل', '株式会社山田'],
  facts: [['Invoice number', 'ABCD-0012']],
  lines: Array.from({ length: 45 }, (_, index) => ({
    description: `Line ${index + 1}`,
    detail: '$0.1517 per hour',
    period: 'Jan 03, 2026 to Feb 03, 2026',
    amount: '$112.86',
  })),
  totals: [['Amount due', '$20.00']],
  notes: ['All amounts are in US dollars.'],
};

/** Returns the decompressed objects and streams of a PDF as text. */
function readPdf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: word }) => {
    const start = index + word.length;
    const packed = buffer.subarray(start, text.indexOf('endstream', start));
    try {
      return inflateSync(packed, { finishFlush: 2 }).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...streams].join('\n');
}

const utf16 = (text: string): string =>
  `\ufeff${text}`.replace(/[^]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) >> 8, unit.charCodeAt(0) & 255));

let bytes: Uint8Array;
let pdf: string;

beforeAll(async () => {
  bytes = await renderDocument(facts);
  pdf = readPdf(bytes);
}, 60_000);

it('is tagged: title, language, headings, tables with their heads, artifacts', () => {
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toMatch(/\/Lang \(en\)/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
  expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
  for (const tag of ['Document', 'H1', 'H2', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD', 'P'])
    expect(pdf).toMatch(new RegExp(`/S /${tag}\\b`));
  expect(pdf).toMatch(/\/Scope \/Column/);
  expect(pdf).toMatch(/\/Scope \/Row/);
  expect(pdf).toMatch(/\/Artifact <</);
  expect([...pdf.matchAll(/\/S \/TR\b/g)]).toHaveLength(1 + 1 + 45 + 1);
});

it('embeds each font that it uses, as a subset with its letters named', () => {
  const fonts = [...pdf.matchAll(/\/FontName \/([A-Z]{6})\+([\w-]+)/g)].map(([, , name]) => name);
  expect(fonts.join(' ')).toMatch(/NotoSans.*Arabic/);
  expect(fonts.join(' ')).toMatch(/Hebrew/);
  expect(fonts.join(' ')).toMatch(/BIZUDPGothic/);
  expect([...pdf.matchAll(/\/FontFile2/g)].length).toBe(fonts.length);
  expect(pdf).toContain('beginbfrange');
});

it('keeps what is written from the right as it is meant', () => {
  expect(pdf).toContain(utf16('שלום עולם').replace(/[()\\]/g, '\\$&'));
});

/**
 * Names in Han letters and in scripts that HarfBuzz shapes. Thaana is excluded, because Poppler reads the vowels of Thaana before the
 * letters.
 */
const names = [
  'हिन्दी क्षत्रिय',
  'বাংলা প্রতিষ্ঠান',
  'தமிழ் நிறுவனம்',
  'บริษัท ไทย จำกัด',
  'ក្រុមហ៊ុនកម្ពុជា',
  'မြန်မာကုမ္ပဏီ',
  'བོད་ཡིག་ལས་ཁུངས',
  'ܣܘܪܝܝܐ',
  'ߒߞߏ',
  '𞤀𞤣𞤤𞤢𞤥',
  '𑄌𑄋𑄴𑄟𑄳𑄦',
  '简体中文公司',
  // Some letters of this name differ from other letters only by dots, which are separate glyphs.
  'مشروع تجريبي',
  '繁體中文公司',
  '한국 주식회사',
];

it.skipIf(spawnSync('pdftotext', ['-v']).error !== undefined)('has text in every script that another program copies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-pdf-'));
  const file = join(folder, 'invoice.pdf');
  const made = await renderDocument({ ...facts, billedTo: names, lines: [], country: 'CN' });
  writeFileSync(file, made);
  const copied = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' }).stdout;
  rmSync(folder, { recursive: true });
  for (const name of names) expect(copied).toContain(name);
  expect(made.byteLength).toBeLessThan(2_000_000);
});

const hasPdfInfo = spawnSync('pdfinfo', ['-v']).error === undefined;

it.skipIf(!hasPdfInfo)('is read in order by another program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-pdf-'));
  const file = join(folder, 'invoice.pdf');
  writeFileSync(file, bytes);
  const read = spawnSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' }).stdout;
  rmSync(folder, { recursive: true });
  for (const name of facts.billedTo) expect(read).toContain(`"${name}"`);
  expect(read.indexOf('"Invoice"')).toBeLessThan(read.indexOf('"Billed to"'));
  expect(read.indexOf('"Line 1"')).toBeLessThan(read.indexOf('"Line 45"'));
  expect(read).toMatch(/THead[^]*\/Scope \/Column[^]*"Description"/);
  // Expected reading order: buyer, lines, amount due, notes.
  const order = ['"Invoice"', '"Billed to"', '"Line 1"', '"Line 45"', '"Amount due"', '"All amounts are in US dollars."'];
  expect(order.toSorted((one, other) => read.indexOf(one) - read.indexOf(other))).toEqual(order);
  for (const words of order) expect(read.split(words)).toHaveLength(2);
  expect(read.match(/^ *TD/gm)?.length ?? 0).toBeGreaterThanOrEqual(45);
  // Images need an alternative text. All other drawings are artifacts.
  for (const [figure] of read.matchAll(/^ *Figure.*$/gm)) expect(figure).toContain('/Alt');
});

async function textOf(changes: Partial<DocumentFacts>, ...options: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-pdf-'));
  writeFileSync(join(folder, 'invoice.pdf'), await renderDocument({ ...facts, billedTo: ['Acme'], ...changes }));
  const { stdout } = spawnSync('pdftotext', [...options, join(folder, 'invoice.pdf'), '-'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout;
}

const pagesOf = async (changes: Partial<DocumentFacts>): Promise<string[]> => (await textOf(changes)).split('\f').slice(0, -1);

const pageOf = (pages: readonly string[], text: string): number => pages.findIndex((page) => page.includes(text));

const words = (count: number, word: string): string => Array.from({ length: count }, (_, index) => `${word}${index + 1}`).join(' ');
const shortLines = (count: number) => facts.lines.slice(0, count).map((line) => ({ ...line, detail: '' }));
const hasPdfToText = spawnSync('pdftotext', ['-v']).error === undefined;

it.skipIf(!hasPdfToText)('continues a note that is longer than a page', async () => {
  const note = words(800, 'word');
  const pages = await pagesOf({ lines: [], notes: [note, 'The end.'] });
  expect(pages).toHaveLength(2);
  expect(
    pages
      .join(' ')
      .match(/word\d+/g)
      ?.join(' '),
  ).toBe(note);
  expect(pageOf(pages, 'The end.')).toBe(1);
});

it.skipIf(!hasPdfToText)('leaves no heading of a table without its first line at the end of a page', async () => {
  const tall = { ...shortLines(1)[0]!, description: words(30, 'tall') };
  for (const count of [18, 20]) {
    const pages = await pagesOf({ lines: shortLines(count), carried: [{ title: 'Carried over', lines: [tall] }] });
    expect([count, pageOf(pages, 'Carried over'), pageOf(pages, 'tall1 ')]).toEqual([count, Number(count > 18), Number(count > 18)]);
  }
});

it.skipIf(!hasPdfToText)('leaves no last note alone on a page', async () => {
  const notes = ['First note.', 'Second note.', 'Last note.'];
  const places: number[][] = [];
  for (const count of [20, 21, 22]) {
    const pages = await pagesOf({ lines: shortLines(count), notes });
    places.push(notes.map((note) => pageOf(pages, note)));
  }
  expect(places).toEqual([
    [0, 0, 0],
    [0, 1, 1],
    [0, 1, 1],
  ]);
});

it.skipIf(!hasPdfToText)('makes room for the name of a fact that needs two lines', async () => {
  const boxes = await textOf(
    {
      facts: [
        ['Long name of a fact with twolines', 'A'],
        ['Below', 'B'],
      ],
    },
    '-bbox',
  );
  const topOf = (word: string): number => Number(new RegExp(`yMin="([\\d.]+)" xMax="[\\d.]+" yMax="[\\d.]+">${word}<`).exec(boxes)?.[1]);
  expect(topOf('twolines') - topOf('Long')).toBeGreaterThan(8);
  expect(topOf('Below') - topOf('twolines')).toBeGreaterThan(8);
});
