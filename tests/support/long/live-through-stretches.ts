import { once } from 'node:events';
import { isTimeUp } from '#tests/support/counts.ts';
import type { SeedResult, Stretch, StretchResult } from './stretch.ts';

export function addFigures(a: SeedResult['counted'], b: SeedResult['counted']): Record<string, number> {
  const sums = { ...a };
  for (const [name, figure] of Object.entries(b)) sums[name] = (sums[name] ?? 0) + figure;
  return sums;
}

async function liveThrough({ seed, count }: Stretch, live: (seed: number) => Promise<SeedResult>): Promise<StretchResult> {
  let held = 0;
  let counted: Record<string, number> = {};
  let found: SeedResult | null = null;
  while (held < count && found === null && !isTimeUp()) {
    const result = await live(seed + held);
    if (result.faults.length > 0) found = result;
    else held += 1;
    counted = addFigures(counted, result.counted);
  }
  return { seed, count, held, counted, found };
}

export async function liveThroughStretches(live: (seed: number) => Promise<SeedResult>): Promise<void> {
  for (let result: StretchResult | null = null; ;) {
    const message = once(process, 'message') as Promise<[Stretch | null]>;
    process.send?.(result);
    const [stretch] = await message;
    if (stretch === null) break;
    result = await liveThrough(stretch, live);
  }
}
