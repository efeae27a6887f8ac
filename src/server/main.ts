import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { announceStart } from './start/announce.ts';
import { readConfig, type Config } from './settings/config.ts';
import { openContext } from './context.ts';
import { adminListener } from './http/admin/admin-port.ts';
import { createApp } from './http/app.ts';
import { assetsIn } from './http/assets.ts';
import type { Page } from './http/environment.ts';
import { createLog } from './tracing/log.ts';
import { startWarnings } from './start/outside-parts.ts';
import { pauseSentence } from './payments/gateway-instance.ts';
import { processHealth } from './health/process-health.ts';
import { documentThreads } from './documents/threads/document-threads.ts';
import { openPorts } from './start/open-ports.ts';
import { stopOnSignals } from './start/serve.ts';
import { StartError } from './start/start-error.ts';
import { makeStartImages, startImageFor } from './start/start-images.ts';

const here = dirname(fileURLToPath(import.meta.url));
const client = join(here, '..', 'client');
const images = join(here, '..', 'start-images');
const reference = join(here, '..', 'reference');

/** Imports the page renderer on demand, so that the server starts faster. */
const renderer = () => import('#app/entry-server.tsx');

/** Milliseconds after the start at which less urgent work begins. */
const restMs = 200;

const builtPage = (): Page => ({
  render: async (request) => (await renderer()).renderPage(request),
  manifest: JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Page['manifest'],
  assets: assetsIn(join(client, 'assets')),
  reference,
});

async function serve(config: Config): Promise<void> {
  const ports = await openPorts(config);
  const { main, admin, health } = ports;
  // If PORT is 0, the system has chosen a port. The context needs the chosen port for its URLs.
  const context = await openContext({ ...config, port: main.port }, startImageFor(config, images)).catch(async (error: unknown) => {
    await health?.close();
    await ports.stop();
    throw error;
  });
  health?.report(processHealth(context));
  const app = createApp(context, builtPage());
  main.answerWith(getRequestListener(app.fetch));
  admin?.answerWith(adminListener(app));
  announceStart(config, main.port);
  const paused = context.payments.pause();
  if (paused !== null) process.stderr.write(`${pauseSentence(paused)}\n`);
  const later = setTimeout(() => {
    void renderer();
    void startWarnings(config, context.db)
      .then((sentences) => sentences.forEach((sentence) => process.stderr.write(`Warning: ${sentence}\n`)))
      .catch((error: unknown) => context.log.error({ err: error }, 'what stands around the platform could not be looked at'));
    void context.payments.catchUp().catch((error: unknown) => context.log.error({ err: error }, 'what was left over could not be settled'));
  }, restMs);
  stopOnSignals(async () => {
    context.lifecycle.stopping = true;
    health?.reportNow();
    ports.drain();
    clearTimeout(later);
    await sleep(config.drainSeconds * 1000);
    await ports.stop(config.stopSeconds * 1000);
    await context.close();
    await documentThreads().close();
    await health?.close();
  });
}

async function reset(config: Config): Promise<void> {
  // Loaded on demand, because the module includes the PostgreSQL driver, which the embedded mode does not need.
  const { emptyStore } = await import('./database/empty.ts');
  await emptyStore(config);
  const context = await openContext(config, startImageFor(config, images));
  await context.close();
  process.stdout.write('The data folder has been emptied and seeded again.\n');
}

async function adopt(config: Config): Promise<void> {
  const { adoptGatewayOf } = await import('./start/adopt-gateway.ts');
  process.stdout.write(`${await adoptGatewayOf(config, createLog(config))}\n`);
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  serve: () => serve(readConfig(process.env)),
  reset: () => reset(readConfig(process.env)),
  'gateway-adopt': () => adopt(readConfig(process.env)),
  'start-images': () => makeStartImages(images),
};

try {
  const [name = 'serve'] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new StartError(`There is no command ${name}; use serve, reset or gateway-adopt.`);
  await command();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
