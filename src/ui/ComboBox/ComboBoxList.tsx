import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { DismissButton } from 'react-aria/Overlay';
import { useListBox, useOption, type AriaListBoxOptions } from 'react-aria/useListBox';
import type { ComboBoxState } from 'react-stately/useComboBoxState';
import { uiTexts } from '#ui/texts.ts';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { firstRowFor, placeRow, rowAt, shownRows, sizeRows, spareRows, topFor, topsOf, type RowTops } from './list-window.ts';
import type { ComboBoxItem } from './match.ts';
import { useRowHeights } from './use-row-heights.ts';
import styles from './ComboBox.module.css';

export interface ComboBoxListProps {
  items: readonly ComboBoxItem[];
  state: ComboBoxState<ComboBoxItem>;
  listBoxProps: AriaListBoxOptions<ComboBoxItem>;
  listRef: RefObject<HTMLDivElement | null>;
  popoverRef: RefObject<HTMLDivElement | null>;
  inputRef: RefObject<HTMLInputElement | null>;
  topsRef: RefObject<RowTops>;
}

/** Returns true if the browser supports popovers. Call it only in the browser, because the server has no document. */
const supportsPopover = (): boolean => 'popover' in HTMLElement.prototype;

/** Renders only visible options, because rendering all options would delay each key press. */
export function ComboBoxList({ items: all, state, listBoxProps: givenProps, listRef, popoverRef, inputRef, topsRef }: ComboBoxListProps) {
  // True after typing. The next Enter or Tab must then not choose the option that had the focus before.
  const isTyped = state.focusStrategy === null && state.inputValue !== (state.selectedItem?.textValue ?? '');
  const { listBoxProps } = useListBox({ ...givenProps, isVirtualized: true, ...(isTyped && { autoFocus: false }) }, state, listRef);
  const { collection } = state;
  const items = [...collection];
  const [firstRow, setFirstRow] = useState(() => {
    const chosen = isTyped ? -1 : items.findIndex(({ key }) => key === state.selectedKey);
    return chosen < 0 ? 0 : firstRowFor(chosen, items.length);
  });
  const [spare, setSpare] = useState(0);
  useEffect(() => afterPaint(() => setSpare(spareRows)), []);
  const isPointed = useRef(false);
  const focused = items.findIndex(({ key }) => key === state.selectionManager.focusedKey);

  useLayoutEffect(() => {
    const popover = popoverRef.current;
    const source = inputRef.current;
    if (supportsPopover() && source) popover?.togglePopover({ force: true, source });
    const closeOutside = ({ target }: PointerEvent) => {
      const isInside = [popover, source?.parentElement].some((part) => part?.contains(target as Node));
      if (!isInside) state.close();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    return () => document.removeEventListener('pointerdown', closeOutside, true);
  }, [state, inputRef, popoverRef]);
  const probeRef = useRef<HTMLDivElement>(null);
  const heights = useRowHeights(all, probeRef);
  const tops = useMemo(
    () => topsOf(Array.from(collection, ({ textValue }) => heights.taller.get(textValue) ?? heights.least)),
    [collection, heights],
  );
  useLayoutEffect(() => {
    topsRef.current = tops;
  }, [tops, topsRef]);
  // Scrolls to the focused option, unless the option is under the pointer and therefore visible.
  useEffect(() => {
    const list = listRef.current;
    if (list && focused >= 0 && !isPointed.current) list.scrollTop = topFor(list, tops, focused);
    isPointed.current = false;
  }, [focused, tops, listRef]);
  useEffect(() => {
    const scrollTop = listRef.current?.scrollTop ?? 0;
    if (scrollTop > 0) setFirstRow(rowAt(tops, scrollTop));
  }, [tops, listRef]);

  return (
    <div ref={popoverRef} className={styles.popover} {...(supportsPopover() && { popover: 'manual' })}>
      <div
        {...listBoxProps}
        ref={listRef}
        className={styles.list}
        onScroll={({ currentTarget }) => setFirstRow(rowAt(tops, currentTarget.scrollTop))}
        onPointerMove={() => (isPointed.current = true)}
      >
        {items.length === 0 && (
          <div role="option" aria-selected="false" className={styles.option}>
            {uiTexts.noMatches}
          </div>
        )}
        <div role="presentation" className={styles.rows} ref={(node) => sizeRows(node, tops)}>
          {shownRows(firstRow, items.length, focused, spare).map((row) => {
            const item = items[row];
            return item && <Option key={item.key} state={state} id={item.key} item={item.value} row={row} tops={tops} />;
          })}
        </div>
      </div>
      <Probe code={all[0]?.code} optionRef={probeRef} />
      <DismissButton onDismiss={() => state.close()} />
    </div>
  );
}

interface OptionProps {
  state: ComboBoxState<ComboBoxItem>;
  id: string | number;
  item: ComboBoxItem | null;
  row: number;
  tops: RowTops;
}

function Option({ state, id, item, row, tops }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { optionProps, isFocused, isSelected } = useOption({ key: id }, state, ref);
  return (
    <div
      {...optionProps}
      ref={(node) => {
        ref.current = node;
        placeRow(node, tops, row);
      }}
      aria-labelledby={undefined}
      aria-describedby={undefined}
      aria-posinset={row + 1}
      aria-setsize={tops.length - 1}
      className={styles.option}
      data-focused={isFocused || undefined}
      data-selected={isSelected || undefined}
    >
      <Words {...item} />
    </div>
  );
}

function Words({ name, code }: { name?: string; code?: string | undefined }) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      {code !== undefined && (
        <span className={styles.code} aria-hidden="true">
          {code}
        </span>
      )}
    </>
  );
}

function Probe({ code, optionRef }: { code: string | undefined; optionRef: RefObject<HTMLDivElement | null> }) {
  return (
    <div className={styles.probe} aria-hidden="true">
      <div ref={optionRef} className={styles.option} data-selected="">
        <Words code={code} />
      </div>
    </div>
  );
}
