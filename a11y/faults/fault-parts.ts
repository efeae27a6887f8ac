import type { NewElement, PageFault } from './fault.ts';

type Row = readonly [name: string, finding: string, change: Partial<PageFault>];
export const faults = (caughtBy: PageFault['caughtBy'], rows: readonly Row[]): PageFault[] =>
  rows.map(([name, finding, change]) => ({ name, finding, caughtBy, ...change }));

export const inside = (
  tag: string,
  attributes: Record<string, string>,
  text?: string,
  children?: readonly NewElement[],
): Partial<PageFault> => ({
  at: 'main',
  insert: { tag, attributes, ...(text !== undefined && { text }), ...(children && { children }) },
});

export const largeTarget = 'inline-size: 88px; block-size: 44px; padding: 0';
export const smallTarget = 'inline-size: 20px; block-size: 20px; padding: 0';
