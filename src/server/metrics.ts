/** Upper bounds of the durations, seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Labels = Readonly<Record<string, string | number>>;

/** Counts what happens in this process, for Prometheus. Each process has its own; the collector adds them up. */
export interface Metrics {
  /** @param route a name of few, never a path: ids would make a series each */
  readonly countRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly countGatewayCall: (method: string, status: number, seconds: number) => void;
  /** @param gauges values of now, by name */
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

interface Durations {
  readonly counts: number[];
  sum: number;
  count: number;
}

const written = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, '_')}"`)
    .join(',');

/** One histogram: durations by what they were spent on. */
function histogram(name: string, help: string) {
  const series = new Map<string, Durations>();
  return {
    note: (labels: Labels, seconds: number): void => {
      const key = written(labels);
      const durations = series.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      bounds.forEach((bound, index) => {
        if (seconds <= bound) durations.counts[index] = (durations.counts[index] ?? 0) + 1;
      });
      durations.sum += seconds;
      durations.count += 1;
      series.set(key, durations);
    },
    lines: (): string[] => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...[...series].flatMap(([labels, { counts, sum, count }]) => [
        ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${counts[index]}`),
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sum}`,
        `${name}_count{${labels}} ${count}`,
      ]),
    ],
  };
}

export function createMetrics(startedMs = Date.now()): Metrics {
  const requests = histogram('http_request_duration_seconds', 'How long requests took, by call or kind of page.');
  const gateway = histogram('gateway_request_duration_seconds', 'How long calls of the payment gateway took.');
  return {
    countRequest: (route, method, status, seconds) => requests.note({ route, method, status }, seconds),
    countGatewayCall: (method, status, seconds) => gateway.note({ method, status }, seconds),
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
