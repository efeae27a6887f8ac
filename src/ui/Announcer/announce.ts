export type AnnouncerChannel = 'polite' | 'assertive';

export interface Announcement {
  id: number;
  channel: AnnouncerChannel;
  text: string;
}

/** Time in milliseconds until a message is removed: long enough to speak it, short enough that screen readers don't find it later. */
export const ANNOUNCEMENT_STAYS_MS = 7_000;
/** If a dialog closes within this number of milliseconds after a message, the message is repeated, because it was probably not spoken. */
export const HANDED_OVER_WITHIN_MS = 1_000;

interface Entry extends Announcement {
  region: object;
  saidAt: number;
  /** True if closing the dialog removes the message. */
  isPassing: boolean;
}

const nothingSaid: readonly Announcement[] = [];
/** Mounted regions. The last region belongs to the topmost dialog. Only the last region gets messages. */
let regions: object[] = [];
let entries: readonly Entry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const snapshots = new Map<object, readonly Announcement[]>();

function publish(next: readonly Entry[]) {
  entries = next;
  snapshots.clear();
  for (const listener of listeners) listener();
}

function say(text: string, channel: AnnouncerChannel, isPassing: boolean) {
  const region = regions.at(-1);
  if (region === undefined || text === '') return;
  const entry = { id: nextId++, channel, text, region, saidAt: performance.now(), isPassing };
  publish([...entries, entry]);
  setTimeout(() => publish(entries.filter(({ id }) => id !== entry.id)), ANNOUNCEMENT_STAYS_MS);
}

/** Speaks a message once through the topmost announcer. Without an announcer, the message is lost. Use it only for changes. */
export const announce = (text: string, channel: AnnouncerChannel = 'polite') => say(text, channel, false);

/** Speaks the progress of a dialog. Closing the dialog removes the message, so that the page does not repeat it. */
export const announcePassing = (text: string) => say(text, 'polite', true);

export const withdrawPassing = () => {
  if (entries.some(({ isPassing }) => isPassing)) publish(entries.filter(({ isPassing }) => !isPassing));
};

export function mountRegion(region: object): () => void {
  regions = [...regions, region];
  return () => {
    regions = regions.filter((mounted) => mounted !== region);
    const below = regions.at(-1);
    const heardBefore = performance.now() - HANDED_OVER_WITHIN_MS;
    const stays = entries.flatMap((entry) => {
      if (entry.region !== region) return [entry];
      return below !== undefined && !entry.isPassing && entry.saidAt > heardBefore ? [{ ...entry, region: below }] : [];
    });
    if (stays.length !== entries.length || stays.some((entry, index) => entry !== entries[index])) publish(stays);
  };
}

export function subscribeAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announcementsOf(region: object): readonly Announcement[] {
  let snapshot = snapshots.get(region);
  if (!snapshot) {
    const regionEntries = entries.filter((entry) => entry.region === region);
    snapshot = regionEntries.length === 0 ? nothingSaid : regionEntries;
    snapshots.set(region, snapshot);
  }
  return snapshot;
}

export function noAnnouncements(): readonly Announcement[] {
  return nothingSaid;
}
