import { getRequestListener } from '@hono/node-server';
import type { RenderPage } from '#lib/page-request.ts';
import type { Context } from './context.ts';
import { createApp } from './http/app.ts';
import { noAssets } from './http/assets.ts';

export { announceStart } from './start/announce.ts';
export { readConfig } from './settings/config.ts';
export { openContext } from './context.ts';
export { listenForRequests, stopOnSignals } from './start/serve.ts';
export { StartError } from './start/start-error.ts';

/** @param reference the folder with the files of the API reference */
export function developmentListener(context: Context, render: RenderPage, reference: string) {
  const config = { ...context.config, adminPort: null };
  return getRequestListener(createApp({ ...context, config }, { render, manifest: null, assets: noAssets, reference }).fetch);
}
