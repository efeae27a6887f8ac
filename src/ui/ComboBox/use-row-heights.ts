import { useLayoutEffect, useState, type RefObject } from 'react';
import type { ComboBoxItem } from './match.ts';

/** In CSS pixels, as the reader's text and the width of the list make them. */
export interface RowHeights {
  /** Of a row of one line. */
  readonly least: number;
  /** Of the names that need more lines. */
  readonly taller: ReadonlyMap<string, number>;
}

/** What most lists turn out to have, which are then drawn once. */
const usual: RowHeights = { least: 44, taller: new Map() };

/**
 * How tall the row of each name is; measured again when the width changes, the text size or the spacing that a reader asks for.
 *
 * @param probe looks like a chosen option, whose letters are the widest; its first child takes the names that are measured
 */
export function useRowHeights(items: readonly ComboBoxItem[], probe: RefObject<HTMLElement | null>): RowHeights {
  const [heights, setHeights] = useState(usual);
  useLayoutEffect(() => {
    const node = probe.current;
    if (!node) return;
    const measure = () => {
      const found = measured(node, items);
      setHeights((known) => (found.taller.size + known.taller.size === 0 && found.least === known.least ? known : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [items, probe]);
  return heights;
}

function measured(probe: HTMLElement, items: readonly ComboBoxItem[]): RowHeights {
  const { minBlockSize, paddingBlockStart, fontSize } = getComputedStyle(probe);
  const least = Number.parseFloat(minBlockSize) || usual.least;
  const place = probe.firstElementChild as HTMLElement;
  // On average letters take less than three quarters of an em, also when spaced: most names fit for sure. To measure all of
  // them would take as long as the list itself.
  const mostLetters = place.clientWidth / (Number.parseFloat(fontSize) * 0.75);
  const lines = items.flatMap(({ name }) => {
    if (!(name.length > mostLetters)) return [];
    const line = document.createElement('div');
    line.textContent = name;
    return [line];
  });
  place.replaceChildren(...lines);
  const padding = 2 * Number.parseFloat(paddingBlockStart);
  const all = lines.map((line) => [line.textContent, line.offsetHeight + padding] as const);
  return { least, taller: new Map(all.filter(([, height]) => height > least)) };
}
