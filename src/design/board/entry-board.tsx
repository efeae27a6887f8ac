import '#ui/base/global.css';
import { createRoot } from 'react-dom/client';
import { applyModes } from '#design/modes/apply-modes.ts';
import { type Modes, defaultModes } from '#design/modes/modes.ts';
import type { BrokenPair } from '#design/tokens/pairs.ts';
import { type BoardApi, type StateName, boardReady } from './board-api.ts';
import { Board } from './Board.tsx';
import { setBoardView } from './board-store.ts';
import { findPairs } from './find-pairs.ts';
import { nameOf } from './board-api.ts';
import type { NamedState, States } from '#ui/testing/states.ts';

const modules = import.meta.glob<{ states: States }>('/src/ui/*/*.states.tsx');

async function loadStates(only: string | null): Promise<NamedState[]> {
  const files = Object.entries(modules).map(([file, load]) => ({ component: file.split('/').at(-2) ?? file, load }));
  const loaded = await Promise.all(
    files
      .filter(({ component }) => only === null || component === only)
      .map(async ({ component, load }) => {
        const { states } = await load();
        return Object.entries(states).map(([state, render]) => ({ component, state, render }));
      }),
  );
  return loaded.flat();
}

// Disables focus() if this board is in an inert frame, because its scripts could otherwise take the focus from the user.
if (frameElement?.hasAttribute('inert')) HTMLElement.prototype.focus = () => undefined;

const query = new URLSearchParams(location.search);
const states = await loadStates(query.get('component'));
const names = states.map(nameOf);
let modes = defaultModes;
let drawsRightToLeft = false;
let pairs: readonly BrokenPair[] = [];

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

function setModes(next: Modes): void {
  modes = next;
  // Mirrors the whole document for a right-to-left state, because overlays are outside the element that contains the state.
  applyModes(document, drawsRightToLeft ? { ...modes, direction: 'rtl' } : modes);
  for (const frame of document.querySelectorAll('iframe')) frame.contentWindow?.designBoard?.setModes(modes);
  mark(pairs);
}

function mark(next: readonly BrokenPair[]): number {
  pairs = next;
  const marks = new Map<string, readonly string[]>();
  for (const place of document.querySelectorAll<HTMLElement>('[data-state]')) {
    const drawn = place instanceof HTMLIFrameElement ? place.contentDocument?.body : place;
    const found = drawn ? findPairs(drawn, pairs) : [];
    if (found.length > 0)
      marks.set(
        place.dataset['state'] ?? '',
        found.map(({ sentence }) => sentence),
      );
  }
  setBoardView({ marks });
  return marks.size;
}

const board: BoardApi = {
  states: states.map((entry) => ({ name: nameOf(entry), component: entry.component, state: entry.state })),
  show: (chosen) => draw('sheet', chosen),
  showAlone: (name) => draw('alone', new Set([name])),
  setModes,
  mark,
};

async function draw(layout: 'sheet' | 'alone', chosen: ReadonlySet<StateName>): Promise<void> {
  drawsRightToLeft = layout === 'alone' && [...chosen].every((name) => name.endsWith(': right to left'));
  setModes(modes);
  setBoardView({ layout, names: chosen });
  await painted();
  mark(pairs);
}

// When a frame with a state has loaded, sets this document's modes in the frame.
document.addEventListener('load', (event) => followModes(event.target), { capture: true });

function followModes(target: EventTarget | null): void {
  if (!(target instanceof HTMLIFrameElement)) return;
  const inner = target.contentWindow;
  if (inner?.designBoard) inner.designBoard.setModes(modes);
  else inner?.addEventListener(boardReady, () => setModes(modes), { once: true });
}

const root = document.getElementById('root');
if (!root) throw new Error("The board's document has no root");
createRoot(root).render(<Board states={states} />);

const alone = states.find(({ state }) => state === query.get('state'));
if (query.has('state')) await board.showAlone(nameOf(alone ?? { component: 'none', state: 'none' }));
else await board.show(new Set(names));
window.designBoard = board;
window.dispatchEvent(new Event(boardReady));
