import type { Config } from '#server/settings/config.ts';
import type { HealthThread } from '#server/health/health-thread.ts';
import { listenForHealth, listenForRequests, type RunningServer } from './serve.ts';

export interface OpenPorts {
  readonly main: RunningServer;
  /** Server of the admin API's port; null if `PORT` serves the admin API. */
  readonly admin: RunningServer | null;
  readonly health: HealthThread | null;
  readonly drain: () => void;
  /** Closes `main` and `admin`. Requests in progress have `graceMs` milliseconds to finish. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

/** Opens all ports, or none on failure. @throws {StartError} naming the setting of a port that is in use or not permitted */
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
