export type AnnouncerChannel = 'polite' | 'assertive';

export interface Announcement {
  id: number;
  channel: AnnouncerChannel;
  text: string;
}

/** How long a message stays in the region: long enough to be read out, short enough not to be met again while reading the page. */
export const ANNOUNCEMENT_STAYS_MS = 7_000;
/** A message this young when its dialog closes was hardly heard: the region below takes it over. */
export const HANDED_OVER_WITHIN_MS = 1_000;

interface Entry extends Announcement {
  region: object;
  saidAt: number;
  /** The message is obsolete once its dialog has closed. */
  isPassing: boolean;
}

const nothingSaid: readonly Announcement[] = [];
/** Mounted regions, the innermost open dialog last. Only the last one speaks. */
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

/** Says a message once through the announcer that is on top; without one it is lost. Say only what has changed. */
export const announce = (text: string, channel: AnnouncerChannel = 'polite') => say(text, channel, false);

/** Says what a dialog is at. When it closes that is over: a page that said it again would say it twice. */
export const announcePassing = (text: string) => say(text, 'polite', true);

/** What was being done is done: it leaves the page, so that reading does not meet it again. */
export const withdrawPassing = () => {
  if (entries.some(({ isPassing }) => isPassing)) publish(entries.filter(({ isPassing }) => !isPassing));
};

/** Puts a region on top; the returned function takes it away and hands its youngest messages to the one below. */
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

/** The messages that a region is to hold now. Stable between changes. */
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
