import type { FocusColumn, FocusRow } from '#server/domain/costs/focus-columns.ts';

const field = /"([A-Za-z_]+)":(null|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*")/g;

/** Numbers stay text, because a JSON parser would round them. */
export function rowsOfJsonLines(text: string): FocusRow[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const fields = [...line.matchAll(field)].map(([, name = '', value = '']) => [
        name,
        value.startsWith('"') ? JSON.parse(value) : value === 'null' ? null : value,
      ]);
      const row = Object.fromEntries(fields) as FocusRow;
      if (Object.keys(row).length !== Object.keys(JSON.parse(line) as object).length) throw new Error(`Not every field was read: ${line}`);
      return row;
    });
}

export function cellsOfCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.replace(/^\ufeff/, '').split('\r\n')) {
    if (line === '') continue;
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
    rows.push(cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));
  }
  return rows;
}

export function rowsOfCsv(text: string): FocusRow[] {
  const [head = [], ...rows] = cellsOfCsv(text);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name as FocusColumn, cells[index] || null])) as FocusRow);
}
