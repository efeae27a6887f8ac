import type { Worker } from 'node:worker_threads';
import type { Config } from '#server/settings/config.ts';
import { isLoopback } from '#server/settings/transport-settings.ts';
import { startThread } from '#server/threads/thread-program.ts';
import { notReady, silentAfterMs, type FiguresAccess } from './health-answers.ts';
import type { HealthReport, HealthRequest, HealthThreadData } from './health-messages.ts';
import type { ProcessHealth } from './process-health.ts';

const reportEveryMs = 1000;

export interface HealthThread {
  readonly port: number;
  /** The process counts as starting until the first report. */
  readonly report: (health: ProcessHealth) => void;
  readonly reportNow: () => void;
  readonly close: () => Promise<void>;
}

/** If no token is set, only clients on this machine may read the metrics, and only in the embedded mode. */
export const figuresAccess = ({ metricsToken, previous, mode, host }: Config): FiguresAccess => ({
  tokens: metricsToken === null ? [] : [metricsToken, previous.metricsToken].filter((token) => token !== null),
  isOpen: metricsToken === null && mode === 'embedded' && isLoopback(host),
});

/**
 * @param mostSilentMs the maximum number of milliseconds between two reports of the process; after it, the process counts as not ready
 * @throws {Error} if the port is not available
 */
export async function startHealthThread(config: Config, port: number, mostSilentMs = silentAfterMs): Promise<HealthThread> {
  const workerData: HealthThreadData = { host: config.host, port, access: figuresAccess(config), silentAfterMs: mostSilentMs };
  const worker = startThread('health/health-worker', { workerData });
  const listening = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (first: HealthRequest) => {
      if (first.kind === 'listening') resolve(first.port);
      else if (first.kind === 'failed') reject(Object.assign(new Error(first.message), { code: first.code }));
    });
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return reportingThread(worker, listening, mostSilentMs);
}

function reportingThread(worker: Worker, port: number, mostSilentMs: number): HealthThread {
  let reported: ProcessHealth | null = null;
  let isLooking = false;
  const send = (report: HealthReport): void => worker.postMessage(report);
  const sendReadiness = async ({ readiness }: ProcessHealth): Promise<void> => {
    // If the check throws an error, the database may have stopped since the last check. It is then reported as not ready.
    const found = await readiness().catch(() => notReady('database'));
    isLooking = false;
    send({ kind: 'readiness', readiness: found });
  };
  const report = (): void => {
    if (!reported) return;
    send({ kind: 'alive' });
    // A check can take longer than the interval, so a new check starts only if no check is running.
    if (isLooking) return;
    isLooking = true;
    void sendReadiness(reported);
  };
  worker.on('message', ({ kind }: HealthRequest) => {
    if (kind !== 'figures' || !reported) return;
    const { contentType, figures } = reported;
    // If reading the metrics fails, the health worker responds with the previous metrics.
    void figures().then(
      (text) => send({ kind: 'figures', text, contentType }),
      () => undefined,
    );
  });
  const timer = setInterval(report, Math.min(reportEveryMs, mostSilentMs / 4));
  timer.unref();
  return {
    port,
    report: (health) => {
      reported = health;
      report();
    },
    reportNow: report,
    close: async () => {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}
