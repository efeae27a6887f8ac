import type { Locator } from 'playwright';

/** Visible texts of a table, by row and column. A cell that spans columns has its text in each of them. */
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
