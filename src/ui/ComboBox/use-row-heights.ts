import { useLayoutEffect, useState, type RefObject } from 'react';
import type { ComboBoxItem } from './match.ts';

/** Row heights in CSS pixels at the current text size and list width. */
export interface RowHeights {
  readonly least: number;
  readonly taller: ReadonlyMap<string, number>;
}

/** Heights of a typical list. With these, the first rendering is usually correct. */
const usual: RowHeights = { least: 44, taller: new Map() };

/**
 * @param probe element whose first child is used to measure names. It looks like a chosen option, because chosen options have the widest
 * letters
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
  // Measures only long names: measuring all names takes as long as rendering the list. The average letter is under 0.75 em wide.
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
