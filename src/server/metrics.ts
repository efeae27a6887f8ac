import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of the durations, seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts what happens in this process, for Prometheus. Each process has its own; the collector adds them up. */
export interface Metrics {
  /** @param route a name of few, never a path: ids would make a series each */
  readonly countRequest: (route: string, method: string, status: number, seconds: number) => void;
  readonly countGatewayCall: (method: string, status: number, seconds: number) => void;
  readonly contentType: string;
  /** @param gauges values of now, by name */
  readonly text: (gauges: Readonly<Record<string, number>>) => Promise<string>;
}

export function createMetrics(startedMs = Date.now()): Metrics {
  const counted = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by call or kind of page.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [counted],
  });
  const gateway = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'How long calls of the payment gateway took.',
    labelNames: ['method', 'status'],
    buckets,
    registers: [counted],
  });
  return {
    contentType: counted.contentType,
    countRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    countGatewayCall: (method, status, seconds) => gateway.observe({ method, status }, seconds),
    text: async (gauges) => {
      const { heapUsed, rss } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      // Made for each answer: a gauge that nothing sets is missing then, and not zero.
      const now = new Registry();
      const values = {
        process_start_time_seconds: startedMs / 1000,
        process_resident_memory_bytes: rss,
        process_heap_bytes: heapUsed,
        process_cpu_seconds_total: (user + system) / 1e6,
        ...gauges,
      };
      for (const [name, value] of Object.entries(values)) {
        const series = { name, help: name.replaceAll('_', ' '), registers: [now] };
        if (name.endsWith('_total')) new Counter(series).inc(value);
        else new Gauge(series).set(value);
      }
      return Registry.merge([counted, now]).metrics();
    },
  };
}
