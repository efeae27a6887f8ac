import { isInstantMetric } from '#server/domain/metrics.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

/** A record with a fractional time that no other record of its second has. `width` is half the distance to the next record, in seconds. */
export type PlacedRecord = { entry: UsageEntry; original: UsageEntry; width: number };

const placeOfRecord = ({ projectRef, recordId = '' }: UsageEntry): string => `${projectRef} ${recordId}`;

function byRefAndId(a: UsageEntry, b: UsageEntry): number {
  const [first, second] = [placeOfRecord(a), placeOfRecord(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Gives each count or peak a separate instant, after all spans that start in the same second. */
export function placeRecords(entries: readonly UsageEntry[]): Map<number, PlacedRecord> {
  const bySecond = new Map<number, UsageEntry[]>();
  for (const entry of entries) {
    if (!isInstantMetric(entry.metric)) continue;
    const ofSecond = bySecond.get(entry.fromSeconds);
    if (ofSecond) ofSecond.push(entry);
    else bySecond.set(entry.fromSeconds, [entry]);
  }
  const placed = new Map<number, PlacedRecord>();
  for (const [atSeconds, records] of bySecond) {
    const width = (Math.floor(atSeconds) + 1 - atSeconds) / (2 * records.length + 2);
    for (const [index, original] of records.sort(byRefAndId).entries()) {
      const fromSeconds = atSeconds + (2 * index + 1) * width;
      placed.set(fromSeconds, { entry: { ...original, fromSeconds }, original, width });
    }
  }
  return placed;
}
