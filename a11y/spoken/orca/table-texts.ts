import type { Locator } from 'playwright';

/** If a cell spans columns, its text is repeated in each column. */
export const tableTexts = (table: Locator): Promise<string[][]> =>
  table.evaluate((node) =>
    [...node.querySelectorAll('[role=row]')]
      .filter((row) => row.checkVisibility())
      .map((row) =>
        [...row.querySelectorAll<HTMLTableCellElement>('th, td')].flatMap((cell) =>
          Array.from({ length: cell.colSpan }, () => cell.innerText.replace(/\s+/g, ' ').trim()),
        ),
      ),
  );
