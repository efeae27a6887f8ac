import type { useComboBox } from 'react-aria/useComboBox';

type LayoutDelegate = NonNullable<Parameters<typeof useComboBox>[0]['layoutDelegate']>;

/** Of one option, in CSS pixels: the smallest target, whatever the density. */
const height = 44;
/** The style sheet shows no more at once. */
const mostInSight = 8;
/** Drawn beyond the edges once the list is painted, for what scrolls in before the next frame. */
export const spareRows = 4;

export const rowAt = (scrollTop: number): number => Math.floor(scrollTop / height);

/** The rows to be drawn: those in sight, and the focused one, which the field names by its id. */
export function shownRows(first: number, count: number, focused: number, spare: number): number[] {
  const from = Math.max(0, first - spare);
  const to = Math.min(count, first + mostInSight + 1 + spare);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return focused < 0 || rows.includes(focused) ? rows : [...rows, focused].toSorted((a, b) => a - b);
}

/** Where to scroll so that a row is in sight: by as little as the arrow keys need, and to the middle from further away. */
export function topFor({ scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>, row: number): number {
  const [top, bottom] = [row * height, (row + 1) * height];
  const [above, below] = [scrollTop - top, bottom - scrollTop - clientHeight];
  if (above <= 0 && below <= 0) return scrollTop;
  if (Math.max(above, below) > 2 * height) return top - (clientHeight - height) / 2;
  return above > 0 ? top : bottom - clientHeight;
}

/** Sizes go through the object model: the content policy allows no style attributes. */
export function placeRow(node: HTMLElement | null, row: number): void {
  node?.style.setProperty('inset-block-start', `${row * height}px`);
  node?.style.setProperty('block-size', `${height}px`);
}

export function sizeRows(node: HTMLElement | null, count: number): void {
  node?.style.setProperty('block-size', `${count * height}px`);
}

/** The first row of a list that opens at one of its rows: that row stands in the middle, as far as there are others. */
export const firstRowFor = (row: number, count: number): number =>
  Math.max(0, Math.min(row - Math.ceil((mostInSight - 1) / 2), count - mostInSight));

/** Tells React Aria where options are that are not drawn, for Page Up and Page Down. */
export function layoutOf(getList: () => HTMLElement | null, rowOf: (key: string | number) => number): LayoutDelegate {
  const width = () => getList()?.clientWidth ?? 0;
  return {
    getItemRect: (key) => {
      const row = rowOf(key);
      return row < 0 ? null : { x: 0, y: row * height, width: width(), height };
    },
    getVisibleRect: () => ({ x: 0, y: getList()?.scrollTop ?? 0, width: width(), height: getList()?.clientHeight ?? 0 }),
    getContentSize: () => ({ width: width(), height: getList()?.scrollHeight ?? 0 }),
  };
}
