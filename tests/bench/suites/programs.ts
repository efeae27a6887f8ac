import { spawn } from 'node:child_process';
import { median, quantile } from '#tests/bench/figure.ts';
import type { Measured, Run, Suite } from '#tests/bench/suite.ts';

async function outputOf(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${words.join(' ')} ended with code ${String(code)}`);
  return output.trim();
}

const lastLine = (output: string): unknown => JSON.parse(output.split('\n').at(-1) ?? '');

/** Creates a suite's `run` function for a separate program, whose last output line is the result as JSON. */
export const program =
  <T>(words: (run: Run) => readonly string[], figures: (result: T) => readonly Measured[]): Suite['run'] =>
  async (run) => {
    const result = lastLine(await outputOf(words(run))) as T;
    return { figures: figures(result), details: result };
  };

interface Invoices {
  readonly pdf: { readonly first: number; readonly warm: number };
  readonly results: readonly {
    readonly kind: string;
    readonly curve: readonly { readonly name: string; readonly short: number; readonly long: number; readonly ratio: number }[];
    readonly csv: readonly { readonly invoices: number; readonly heapMb: number }[];
  }[];
}

const stores: Readonly<Record<string, string>> = { pglite: 'embedded', postgres: 'PostgreSQL' };

export const invoices: Suite = {
  name: 'invoices',
  about: 'a history of 100,000 invoices against one of 100, on each database; CSV and PDF',
  run: program<Invoices>(
    () => ['--expose-gc', 'tests/bench/invoices.mjs', '--json'],
    ({ pdf, results }) => [
      ...results.flatMap(({ kind, curve, csv }): Measured[] => {
        const store = stores[kind] ?? kind;
        const [few, many] = csv;
        return [
          ...curve.map(({ name, short, long, ratio }): Measured => ({
            row: 'many-invoices',
            of: `${store}, ${name}`,
            value: ratio,
            floor: { name: '100 invoices', value: short },
            remark: `${long.toFixed(2)} ms`,
          })),
          {
            row: 'csv-memory',
            of: store,
            value: Math.max(0, (many?.heapMb ?? Number.NaN) - (few?.heapMb ?? 0)),
            floor: { name: '100 invoices', value: few?.heapMb ?? 0 },
          },
        ];
      }),
      { row: 'pdf', of: 'the first, which reads the fonts', value: pdf.first },
      { row: 'pdf', of: 'the following', value: pdf.warm },
    ],
  ),
};

interface PageServer {
  readonly reads: number;
  readonly ours: readonly number[];
  readonly bares: readonly number[];
  readonly documents: readonly number[];
  readonly renders: readonly number[];
}

export const server: Suite = {
  name: 'server',
  about: 'all reads of the page at once against a bare handler with the same queries; the rendering of its HTML',
  run: program<PageServer>(
    ({ rounds }) => ['tests/bench/page-server.mjs', String(rounds)],
    ({ reads, ours, bares, documents, renders }) => [
      {
        row: 'reads',
        of: '',
        value: median(ours),
        samples: ours,
        floor: { name: 'bare handler, same queries', value: median(bares), samples: bares },
        remark: `${reads} reads at once`,
      },
      {
        row: 'render',
        of: '',
        value: median(renders),
        samples: renders,
        remark: `whole document with its reads ${median(documents).toFixed(1)} ms`,
      },
    ],
  ),
};

const comparison = /^(\w+) \| (\S+) \|.*\| 16: ([\d.]+) -> ([\d.]+) ms, ratio ([\d.]+)$/;

export const api: Suite = {
  name: 'api',
  about: 'each read against a bare handler that makes the same query, on each database, 16 requests at a time',
  run: async () => {
    const lines = (await outputOf(['tests/bench/api.mjs'])).split('\n');
    const figures = lines.flatMap((line): Measured[] => {
      const [, kind = '', path = '', bare, ours, ratio] = comparison.exec(line) ?? [];
      if (ratio === undefined) return [];
      const of = `${stores[kind] ?? kind}, ${path.replace(/^.*pro-payg/, 'organization')}`;
      return [{ row: 'framework', of, value: Number(ratio), floor: { name: 'bare handler', value: Number(bare) }, remark: `${ours} ms` }];
    });
    if (figures.length === 0) throw new Error('The comparison of the API says nothing');
    return { figures, details: lines };
  },
};

interface Usage {
  readonly store: string;
  readonly curve: readonly { readonly projects: number; readonly records: number; readonly seconds: number; readonly upcomingMs: number }[];
}

export const usage: Suite = {
  name: 'usage',
  about: 'the upcoming invoice of organizations that grow, by project, after their usage has come in',
  run: program<Usage>(
    () => ['tests/bench/billing.mjs', '--json'],
    ({ store, curve }) => {
      const perProject = (index: number): number => (curve.at(index)?.upcomingMs ?? Number.NaN) / (curve.at(index)?.projects ?? 1);
      const [most, before] = [curve.at(-1), curve.at(-2)];
      return [
        {
          row: 'bill',
          of: stores[store] ?? store,
          value: perProject(-1) / perProject(-2),
          floor: { name: `${before?.projects ?? 0} projects`, value: before?.upcomingMs ?? Number.NaN },
          remark: `${Math.round(most?.upcomingMs ?? 0)} ms for ${most?.projects} projects, ${Math.round((most?.records ?? 0) / (most?.seconds ?? 1))} records a second came in`,
        },
      ];
    },
  ),
};

interface UsageSpeed {
  readonly records: number;
  readonly results: readonly {
    readonly perSecond: number;
    readonly batchMs: number;
    readonly slowestMs: number;
    readonly copyMs: number;
  }[];
}

export const usageSpeed: Suite = {
  name: 'usage-speed',
  about: 'usage of 1,000 organizations in batches of 5,000 records, by HTTP into PostgreSQL, against a bare COPY of the same rows',
  run: program<UsageSpeed>(
    () => ['tests/bench/usage-speed.mjs', '--json'],
    ({ results }) => {
      const [ours, copies] = [results.map(({ batchMs }) => batchMs), results.map(({ copyMs }) => copyMs)];
      const perSecond = (milliseconds: number): string => `${Math.round(5_000_000 / milliseconds).toLocaleString('en-US')} a second`;
      return [
        {
          row: 'usage-speed',
          of: '',
          value: median(ours),
          samples: ours,
          floor: { name: `bare COPY, ${perSecond(median(copies))}`, value: median(copies), samples: copies },
          remark: perSecond(median(ours)),
        },
      ];
    },
  ),
};

interface UsageGrowth {
  readonly curve: readonly {
    readonly records: number;
    readonly isLimited: boolean;
    readonly upcomingMs: number;
    readonly budgetMs: number;
  }[];
}

export const usageGrowth: Suite = {
  name: 'usage-growth',
  about: 'the upcoming invoice of organizations with 1,000 to 1,000,000 records, also where a spending limit is reached, on PostgreSQL',
  run: program<UsageGrowth>(
    () => ['tests/bench/usage-growth.mjs', '--json'],
    ({ curve }) =>
      [false, true].map((isLimited): Measured => {
        const points = curve.filter((each) => each.isLimited === isLimited);
        const [few, most] = [points[0]?.upcomingMs ?? Number.NaN, points.at(-1)?.upcomingMs ?? Number.NaN];
        return {
          row: 'bill-records',
          of: isLimited ? 'a spending limit is reached' : '',
          value: most / few,
          floor: { name: '1,000 records', value: few },
          remark: points.map(({ records, upcomingMs }) => `${records.toLocaleString('en-US')}: ${upcomingMs.toFixed(1)} ms`).join(', '),
        };
      }),
  ),
};

interface LimitStop {
  readonly projects: number;
  readonly records: number;
  readonly samples: readonly number[];
  readonly jobs: readonly number[];
  /** Milliseconds from raising a reached limit until the platform no longer reports the limit as reached. */
  readonly raises: readonly number[];
  readonly priceTags: readonly number[];
  /** Milliseconds per price tag. The limit changes before each of these price tags. */
  readonly limitedTags: readonly number[];
}

/** Number of times that the benchmark reaches a limit. It allows a meaningful 99th percentile, and a run takes only a few minutes. */
const stops = 40;

export const limit: Suite = {
  name: 'limit',
  about: 'from the arrival of usage that reaches a spending limit until the platform says so, and back; price tags; on PostgreSQL',
  run: program<LimitStop>(
    () => ['tests/bench/limit-stop.mjs', String(stops)],
    ({ projects, records, samples, jobs, raises, priceTags, limitedTags }) => [
      {
        row: 'limit-stop',
        of: '',
        value: quantile(samples, 0.99),
        samples,
        remark: `median ${median(samples).toFixed(0)} ms, ${projects} projects, ${records} records in the cycle`,
      },
      { row: 'limit-job', of: '', value: median(jobs), samples: jobs, remark: `the slowest ${Math.max(...jobs).toFixed(0)} ms` },
      {
        row: 'raise-to-lifted',
        of: '',
        value: quantile(raises, 0.99),
        samples: raises,
        remark: `median ${median(raises).toFixed(0)} ms`,
      },
      {
        row: 'price-tag',
        of: '',
        value: quantile(priceTags, 0.95),
        samples: priceTags,
        remark: `median ${median(priceTags).toFixed(0)} ms`,
      },
      {
        row: 'price-tag-under-limit',
        of: '',
        value: quantile(limitedTags, 0.95),
        samples: limitedTags,
        remark: `median ${median(limitedTags).toFixed(0)} ms, ${limitedTags.length} changes of the limit`,
      },
    ],
  ),
};

interface EffectTimes {
  readonly perSecond: number;
  readonly stops: readonly number[];
  readonly raises: readonly number[];
  readonly payments: readonly number[];
}

/** Number of measurements per effect: enough that the 99th percentile is not simply the slowest measurement. */
const effectRounds = 100;

export const effects: Suite = {
  name: 'effects',
  about: 'usage to stop, raise to lifted, paid to unrestricted, over HTTP on PostgreSQL while another organization sends requests',
  run: program<EffectTimes>(
    () => ['tests/bench/effect-times.mjs', String(effectRounds)],
    ({ perSecond, stops, raises, payments }) => {
      const measured = { 'usage-to-stop': stops, 'raise-under-load': raises, 'paid-to-unrestricted': payments } as const;
      return (Object.keys(measured) as (keyof typeof measured)[]).map((row): Measured => ({
        row,
        of: '',
        value: quantile(measured[row], 0.99),
        samples: measured[row],
        remark: `median ${median(measured[row]).toFixed(0)} ms, ${perSecond.toFixed(0)} other requests a second`,
      }));
    },
  ),
};

interface Memory {
  readonly resident: number;
  /** Highest resident memory since the start. */
  readonly peak: number;
}

export const resident: Suite = {
  name: 'resident',
  about: 'memory of the built server after a minute without requests, embedded with the demo organizations and in production',
  run: program<{ readonly embedded: Memory; readonly production: Memory }>(
    () => ['tests/bench/resident.mjs'],
    ({ embedded, production }) => [
      { row: 'resident-production', of: '', value: production.resident, remark: `at most ${production.peak.toFixed(0)} MB before` },
      { row: 'resident-embedded', of: '', value: embedded.resident, remark: `at most ${embedded.peak.toFixed(0)} MB before` },
    ],
  ),
};

interface Start {
  readonly fresh: readonly number[];
  readonly existing: readonly number[];
  readonly bare: readonly number[];
}

export const start: Suite = {
  name: 'start',
  about: 'how long the built server takes until it answers, against a bare server on the embedded database',
  run: program<Start>(
    ({ rounds }) => ['tests/bench/start.mjs', String(rounds)],
    ({ fresh, existing, bare }) => {
      const floor = { name: 'a bare server that opens the same database', value: median(bare), samples: bare };
      return [
        { row: 'start-existing', of: '', value: median(existing), samples: existing, floor },
        { row: 'start-fresh', of: '', value: median(fresh), samples: fresh, floor },
      ];
    },
  ),
};
