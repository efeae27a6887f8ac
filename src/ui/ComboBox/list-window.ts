import type { useComboBox } from 'react-aria/useComboBox';

type LayoutDelegate = NonNullable<Parameters<typeof useComboBox>[0]['layoutDelegate']>;

/** Maximum number of visible rows, as in the style sheet. Fewer rows are visible if a name wraps. */
const mostInSight = 8;
/** Number of additional rows above and below the visible rows, for scrolling. They are rendered after the first paint. */
export const spareRows = 4;

/** Top edge of each row in CSS pixels. One more value at the end is the bottom edge of the last row. */
export type RowTops = readonly number[];

export function topsOf(heights: readonly number[]): RowTops {
  let end = 0;
  return [0, ...heights.map((height) => (end += height))];
}

const [topOf, bottomOf] = [(tops: RowTops, row: number) => tops[row] ?? 0, (tops: RowTops, row: number) => tops[row + 1] ?? 0];

export const rowAt = (tops: RowTops, scrollTop: number): number =>
  Math.max(
    0,
    tops.findLastIndex((top) => top <= scrollTop),
  );

/** Returns the rows to render: the visible rows, and the focused row, to which `aria-activedescendant` refers. */
export function shownRows(first: number, count: number, focused: number, spare: number): number[] {
  const from = Math.max(0, first - spare);
  const to = Math.min(count, first + mostInSight + 1 + spare);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return focused < 0 || rows.includes(focused) ? rows : [...rows, focused].toSorted((a, b) => a - b);
}

/** Returns the scroll position that shows a row. For a near row, scrolls as little as possible; a far row is centered. */
export function topFor({ scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>, tops: RowTops, row: number): number {
  const [top, bottom] = [topOf(tops, row), bottomOf(tops, row)];
  const [above, below] = [scrollTop - top, bottom - scrollTop - clientHeight];
  if (above <= 0 && below <= 0) return scrollTop;
  const isFar = Math.max(above, below) > 2 * (bottom - top);
  // If a row is higher than the list, shows the start of the row.
  return Math.min(top, isFar ? (top + bottom - clientHeight) / 2 : above > 0 ? top : bottom - clientHeight);
}

/** Sets the position of a row by script, because the content policy forbids style attributes. */
export function placeRow(node: HTMLElement | null, tops: RowTops, row: number): void {
  node?.style.setProperty('inset-block-start', `${topOf(tops, row)}px`);
  node?.style.setProperty('block-size', `${bottomOf(tops, row) - topOf(tops, row)}px`);
}

export function sizeRows(node: HTMLElement | null, tops: RowTops): void {
  node?.style.setProperty('block-size', `${tops.at(-1)}px`);
}

export const firstRowFor = (row: number, count: number): number =>
  Math.max(0, Math.min(row - Math.ceil((mostInSight - 1) / 2), count - mostInSight));

/** Returns row positions for React Aria, including rows that are not rendered. Page Up and Page Down need these positions. */
export function layoutOf(
  getList: () => HTMLElement | null,
  getTops: () => RowTops,
  rowOf: (key: string | number) => number,
): LayoutDelegate {
  const width = () => getList()?.clientWidth ?? 0;
  return {
    getItemRect: (key) => {
      const [row, tops] = [rowOf(key), getTops()];
      return row < 0 ? null : { x: 0, y: topOf(tops, row), width: width(), height: bottomOf(tops, row) - topOf(tops, row) };
    },
    getVisibleRect: () => ({ x: 0, y: getList()?.scrollTop ?? 0, width: width(), height: getList()?.clientHeight ?? 0 }),
    getContentSize: () => ({ width: width(), height: getList()?.scrollHeight ?? 0 }),
  };
}
