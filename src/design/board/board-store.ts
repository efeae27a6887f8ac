import type { StateName } from './board-api.ts';

export interface BoardView {
  /** "sheet" shows all chosen states with names and marks; "alone" shows one state without them. */
  readonly layout: 'sheet' | 'alone';
  readonly names: ReadonlySet<StateName>;
  /** Sentences about color pairs with too little contrast, by state. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
}

let view: BoardView = { layout: 'sheet', names: new Set(), marks: new Map() };
const listeners = new Set<() => void>();

export const boardView = (): BoardView => view;

export function setBoardView(next: Partial<BoardView>): void {
  view = { ...view, ...next };
  for (const listener of listeners) listener();
}

export function subscribeBoard(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
