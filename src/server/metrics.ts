/** Upper bounds of the durations, seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Counts what happens in this process, for Prometheus. Each process has its own; the collector adds them up. */
export interface Metrics {
  /** @param route a name of few, never a path: ids would make a series each */
  readonly countRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly countGatewayCall: (method: string, status: number, seconds: number) => void;
  /** @param gauges values of now, by name */
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

interface Durations {
  /** As Prometheus writes them. */
  readonly labels: string;
  /** How many took up to each bound and longer than the one before it; those longer than all bounds are in `count` only. */
  readonly counts: number[];
  sum: number;
  count: number;
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const written = (names: readonly string[], values: readonly (string | number)[]): string =>
  names.map((name, index) => `${name}="${String(values[index]).replace(/[\\"\n]/g, '_')}"`).join(',');

/** One histogram: durations by what they were spent on, which has a value for each of the label names. */
function histogram(name: string, help: string, labelNames: readonly string[]) {
  const series = new Map<string, Durations>();
  const begin = (key: string, values: readonly (string | number)[]): Durations => {
    const durations = { labels: written(labelNames, values), counts: bounds.map(() => 0), sum: 0, count: 0 };
    series.set(key, durations);
    return durations;
  };
  return {
    note: (values: readonly (string | number)[], seconds: number): void => {
      const key = values.join(' ');
      const durations = series.get(key) ?? begin(key, values);
      const within = bounds.findIndex((bound) => seconds <= bound);
      if (within !== -1) durations.counts[within] = (durations.counts[within] ?? 0) + 1;
      durations.sum += seconds;
      durations.count += 1;
    },
    lines: (): string[] => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...[...series.values()].flatMap(({ labels, counts, sum, count }) => [
        ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${total(counts.slice(0, index + 1))}`),
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sum}`,
        `${name}_count{${labels}} ${count}`,
      ]),
    ],
  };
}

export function createMetrics(startedMs = Date.now()): Metrics {
  const requests = histogram('http_request_duration_seconds', 'How long requests took, by call or kind of page.', [
    'route',
    'method',
    'status',
  ]);
  const gateway = histogram('gateway_request_duration_seconds', 'How long calls of the payment gateway took.', ['method', 'status']);
  return {
    countRequest: (route, method, status, seconds) => requests.note([route, method, status], seconds),
    countGatewayCall: (method, status, seconds) => gateway.note([method, status], seconds),
    text: (gauges) => {
      const { heapUsed, rss } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const now = {
        process_start_time_seconds: startedMs / 1000,
        process_resident_memory_bytes: rss,
        process_heap_bytes: heapUsed,
        process_cpu_seconds_total: (user + system) / 1e6,
        ...gauges,
      };
      const values = Object.entries(now).flatMap(([name, value]) => [
        `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
        `${name} ${value}`,
      ]);
      return `${[...requests.lines(), ...gateway.lines(), ...values].join('\n')}\n`;
    },
  };
}
