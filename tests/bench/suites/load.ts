import { loadOnce, type Loaded } from '#tests/bench/browser/load-once.ts';
import type { Seen } from '#tests/bench/browser/phone.ts';
import { withSite, type Site } from '#tests/bench/browser/site.ts';
import { eager, product, reactOnly, withoutScripts } from '#tests/bench/browser/variants.ts';
import { median } from '#tests/bench/figure.ts';
import type { Run, Suite } from '#tests/bench/suite.ts';

const address = '/org/pro-payg/billing';
/** An organization whose answers come three seconds late. */
const lateAddress = '/org/slow-org/billing';
/** Section in the middle of the slow page. The content above and below this section arrives late, too. */
const lateAnchor = `${lateAddress}#credits-balance`;

type Name = 'product' | 'without scripts' | 'eager' | 'react only';

const firstPaint = ({ paints }: Seen): number => paints['first-contentful-paint'] ?? 0;
/** Durations of long tasks after the first paint. Such tasks delay responses to input. */
const tasksOf = (seen: Seen): number[] => seen.tasks.filter(([start]) => start >= firstPaint(seen)).map(([, duration]) => duration);
export const blockingTime = (seen: Seen): number => tasksOf(seen).reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
/** Milliseconds of the longest task; 0 if every task is shorter than 50 ms, because browsers do not report shorter tasks. */
export const longestTask = (seen: Seen): number => Math.max(0, ...tasksOf(seen));
const firstAlive = ({ alive }: Seen): number => Math.min(...Object.values(alive));

async function measure({ rounds, say }: Run, site: Site<Name>) {
  const loads: Record<Name, Loaded[]> = { product: [], 'without scripts': [], eager: [], 'react only': [] };
  const late: Loaded[] = [];
  const lateInside: Loaded[] = [];
  const names = Object.keys(loads) as Name[];
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[(index + round) % names.length] as Name;
      loads[name].push(await loadOnce(site, site.at[name] + address));
    }
    late.push(await loadOnce(site, site.at.product + lateAddress));
    lateInside.push(await loadOnce(site, site.at.product + lateAnchor));
    say(`round ${round + 1} of ${rounds}`);
  }
  const all = (name: Name, of: (seen: Loaded) => number): number[] => loads[name].map(of);
  /** For each round, divides the product's value by the baseline's value of the same round, because machine load differs between rounds. */
  const ratios = (name: Name, of: (seen: Loaded) => number): number[] =>
    loads.product.map((seen, round) => of(seen) / of(loads[name][round] ?? seen));
  const floor = (name: Name, of: (seen: Loaded) => number) => ({ name, value: median(all(name, of)), samples: all(name, of) });
  const productFigure = (of: (seen: Loaded) => number) => ({ value: median(all('product', of)), samples: all('product', of) });
  const largest = ({ largest: at }: Loaded): number => at;
  const shift = (seen: Loaded): number => seen.shift;
  const paintRatios = ratios('without scripts', largest);
  const aliveRatios = ratios('eager', firstAlive);
  return {
    figures: [
      {
        row: 'largest-paint',
        of: '',
        value: median(paintRatios),
        samples: paintRatios,
        floor: floor('without scripts', largest),
        remark: `${Math.round(median(all('product', largest)))} ms`,
      },
      { row: 'blocking-time', of: '', ...productFigure(blockingTime), floor: floor('react only', blockingTime) },
      { row: 'longest-task', of: '', ...productFigure(longestTask), floor: floor('react only', longestTask) },
      {
        row: 'first-alive',
        of: '',
        value: median(aliveRatios),
        samples: aliveRatios,
        floor: floor('eager', firstAlive),
        remark: `${Math.round(median(all('product', firstAlive)))} ms`,
      },
      { row: 'shift', of: 'all at once', value: Math.max(...all('product', shift)), samples: all('product', shift) },
      { row: 'shift', of: 'answers 3 s late', value: Math.max(...late.map(shift)), samples: late.map(shift) },
      {
        row: 'shift',
        of: 'answers 3 s late, opened at a section',
        value: Math.max(...lateInside.map(shift)),
        samples: lateInside.map(shift),
      },
      { row: 'third-party', of: 'the load', ...productFigure(({ othersBytes }) => othersBytes) },
    ] as const,
    details: { loads, late, lateInside },
  };
}

export const load: Suite = {
  name: 'load',
  about: 'the page on a phone with Fast 4G, against its HTML without scripts, React alone and one eager bundle',
  run: async (run) =>
    withSite({ product, 'without scripts': withoutScripts, eager: await eager(), 'react only': await reactOnly() }, (site) =>
      measure(run, site),
    ),
};
