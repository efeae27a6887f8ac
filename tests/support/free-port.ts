import { createServer } from 'node:net';

/**
 * Range of ports to try. It excludes ephemeral ports, because an outgoing connection could use such a port between the probe and the start
 * of the server.
 */
const [lowest, highest] = [15_000, 32_000] as const;

export const isFreePort = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFreePort(port)) return port;
  }
  throw new Error(`no free port between ${lowest} and ${highest}`);
}
