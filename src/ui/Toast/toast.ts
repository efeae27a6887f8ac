import { wakePage } from '#lib/browser/when-used.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

export type ToastSeverity = 'info' | 'success' | 'error';

/** Time in milliseconds until a toast closes. Hover, focus and a hidden tab pause this time. */
export const toastDurations = { short: 4_000, medium: 8_000, long: 10_000 } as const;

export interface ToastContent {
  message: string;
  severity: ToastSeverity;
  durationMs: (typeof toastDurations)[keyof typeof toastDurations];
}

export interface ToastEntry extends ToastContent {
  id: number;
}

export interface ToastSnapshot {
  /** Oldest toast first. */
  visible: readonly ToastEntry[];
  /** All messages since the page was loaded, newest first. */
  recent: readonly ToastEntry[];
  keepsMessages: boolean;
}

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
// The timers are paused until the list is loaded, so that each message has its full time on screen.
const holds = new Set<ToastHold>(['not-drawn']);
const listeners = new Set<() => void>();

/** Does not move the focus. Announces the message once, and adds it to the recent messages. */
export function toast(content: ToastContent): void {
  // Treats the page as used, because the code that shows messages is loaded only on used pages.
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
