import type { useComboBox } from 'react-aria/useComboBox';

type LayoutDelegate = NonNullable<Parameters<typeof useComboBox>[0]['layoutDelegate']>;

/** The style sheet shows no more at once, and fewer where a name needs several lines. */
const mostInSight = 8;
/** Drawn beyond the edges once the list is painted, for what scrolls in before the next frame. */
export const spareRows = 4;

/** Where each row begins, in CSS pixels, and where the last one ends. */
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

/** The rows to be drawn: those in sight, and the focused one, which the field names by its id. */
export function shownRows(first: number, count: number, focused: number, spare: number): number[] {
  const from = Math.max(0, first - spare);
  const to = Math.min(count, first + mostInSight + 1 + spare);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return focused < 0 || rows.includes(focused) ? rows : [...rows, focused].toSorted((a, b) => a - b);
}

/** Where to scroll so that a row is in sight: by as little as the arrow keys need, and to the middle from further away. */
export function topFor({ scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>, tops: RowTops, row: number): number {
  const [top, bottom] = [topOf(tops, row), bottomOf(tops, row)];
  const [above, below] = [scrollTop - top, bottom - scrollTop - clientHeight];
  if (above <= 0 && below <= 0) return scrollTop;
  const isFar = Math.max(above, below) > 2 * (bottom - top);
  // A name with more lines than the list has room for is read from its beginning.
  return Math.min(top, isFar ? (top + bottom - clientHeight) / 2 : above > 0 ? top : bottom - clientHeight);
}

/** Sizes go through the object model: the content policy allows no style attributes. */
export function placeRow(node: HTMLElement | null, tops: RowTops, row: number): void {
  node?.style.setProperty('inset-block-start', `${topOf(tops, row)}px`);
  node?.style.setProperty('block-size', `${bottomOf(tops, row) - topOf(tops, row)}px`);
}

export function sizeRows(node: HTMLElement | null, tops: RowTops): void {
  node?.style.setProperty('block-size', `${tops.at(-1)}px`);
}

/** The first row of a list that opens at one of its rows: that row stands in the middle, as far as there are others. */
export const firstRowFor = (row: number, count: number): number =>
  Math.max(0, Math.min(row - Math.ceil((mostInSight - 1) / 2), count - mostInSight));

/** Tells React Aria where options are that are not drawn, for Page Up and Page Down. */
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
