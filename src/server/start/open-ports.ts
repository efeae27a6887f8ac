import type { Config } from '#server/settings/config.ts';
import type { HealthThread } from '#server/health/health-thread.ts';
import { listenForHealth, listenForRequests, type RunningServer } from './serve.ts';

export interface OpenPorts {
  readonly main: RunningServer;
  /** Port of the admin API; null if `PORT` serves it. */
  readonly admin: RunningServer | null;
  /** Thread of `HEALTH_PORT`; null if that is not set. */
  readonly health: HealthThread | null;
  /** Closes each connection to `main` and `admin` after its response. */
  readonly drain: () => void;
  /** Closes `main` and `admin`. Requests in progress have `graceMs` to finish. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

/** Opens all or none. @throws {StartError} naming the setting of a port that is in use or not permitted */
export async function openPorts(config: Config): Promise<OpenPorts> {
  const main = await listenForRequests(config);
  const opened = [main];
  const openNext = async <T>(open: Promise<T>): Promise<T> =>
    open.catch(async (error: unknown) => {
      await Promise.all(opened.map(({ stop }) => stop()));
      throw error;
    });
  const { host, adminPort, healthPort } = config;
  const admin = adminPort === null ? null : await openNext(listenForRequests({ host, port: adminPort }, 'ADMIN_PORT'));
  if (admin) opened.push(admin);
  const health = healthPort === null ? null : await openNext(listenForHealth(config, healthPort));
  return {
    main,
    admin,
    health,
    drain: () => opened.forEach(({ drain }) => drain()),
    stop: async (graceMs) => {
      await Promise.all(opened.map(({ stop }) => stop(graceMs)));
    },
  };
}
