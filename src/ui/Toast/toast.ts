import { wakePage } from '#lib/browser/when-used.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

export type ToastSeverity = 'info' | 'success' | 'error';

/** How long a toast stays, in milliseconds. Hover, focus and a hidden tab stop the clock. */
export const toastDurations = { short: 4_000, medium: 8_000, long: 10_000 } as const;

export interface ToastContent {
  message: string;
  severity: ToastSeverity;
  /** One of `toastDurations`. */
  durationMs: (typeof toastDurations)[keyof typeof toastDurations];
}

export interface ToastEntry extends ToastContent {
  id: number;
}

export interface ToastSnapshot {
  /** On screen, oldest first. */
  visible: readonly ToastEntry[];
  /** Everything said since the page was opened, newest first. */
  recent: readonly ToastEntry[];
  /** Toasts stay until they are closed. */
  keepsMessages: boolean;
}

/** Each stops all clocks while it lasts. */
export type ToastHold = 'not-drawn' | 'hover' | 'focus' | 'hidden-tab';

interface Clock {
  remainingMs: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const RECENT_AT_MOST = 50;
const KEEP_KEY = 'keep-messages';
const browser = () => localStorage;
const empty: ToastSnapshot = { visible: [], recent: [], keepsMessages: false };
let snapshot = empty;
let nextId = 1;
const clocks = new Map<number, Clock>();
// A message that came before the list was loaded has its full time on screen.
const holds = new Set<ToastHold>(['not-drawn']);
const listeners = new Set<() => void>();

/** Shows a message without taking focus. It is spoken once, and stays in the list of recent messages. */
export function toast(content: ToastContent): void {
  // On a page that nobody has used yet, what draws messages is still to come.
  wakePage();
  const entry = { ...content, id: nextId++ };
  clocks.set(entry.id, { remainingMs: content.durationMs, startedAt: 0, timer: undefined });
  publish({ visible: [...snapshot.visible, entry], recent: [entry, ...snapshot.recent].slice(0, RECENT_AT_MOST) });
  runClocks();
}

export function closeToast(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  publish({ visible: snapshot.visible.filter((entry) => entry.id !== id) });
}

export function holdToasts(hold: ToastHold, isHeld: boolean): void {
  if (isHeld) holds.add(hold);
  else holds.delete(hold);
  runClocks();
}

/** Remembered in this browser. */
export function setKeepsMessages(keepsMessages: boolean): void {
  publish({ keepsMessages });
  saveValue(KEEP_KEY, keepsMessages, browser);
  runClocks();
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  if (loadValue(KEEP_KEY, browser)) publish({ keepsMessages: true });
  return () => listeners.delete(listener);
}

export function toastSnapshot(): ToastSnapshot {
  return snapshot;
}

/** On the server and while hydrating there are no messages. */
export function serverToastSnapshot(): ToastSnapshot {
  return empty;
}

function publish(change: Partial<ToastSnapshot>) {
  snapshot = { ...snapshot, ...change };
  for (const listener of listeners) listener();
}

function runClocks() {
  const stopped = holds.size > 0 || snapshot.keepsMessages;
  for (const [id, clock] of clocks) {
    if (stopped && clock.timer !== undefined) {
      clearTimeout(clock.timer);
      clock.remainingMs -= Date.now() - clock.startedAt;
      clock.timer = undefined;
    } else if (!stopped && clock.timer === undefined) {
      clock.startedAt = Date.now();
      clock.timer = setTimeout(() => closeToast(id), Math.max(0, clock.remainingMs));
    }
  }
}
