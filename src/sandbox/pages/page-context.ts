import type { Context } from 'hono';
import { ApiProblem } from '#sandbox/api/problem.ts';
import type { ApiServer } from '#sandbox/api/api-server.ts';
import type { GatewayCore } from '#sandbox/core.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import type { Deliverer } from '#sandbox/webhooks/deliverer.ts';
import { htmlDocument, securityHeaders, type PageSettings } from './layout.ts';

export interface PageContext {
  core: GatewayCore;
  api: ApiServer;
  deliverer: Deliverer;
  options: SandboxOptions;
  basePath: string;
  publicUrl: () => string;
  settle: () => Promise<void>;
}

/** Removes the origin from a sandbox URL, so that the browser keeps its current host name. Returns other URLs unchanged. */
export function withoutOwnOrigin({ publicUrl, basePath }: Pick<PageContext, 'publicUrl' | 'basePath'>, address: string): string {
  return address.startsWith(`${publicUrl()}/`) ? basePath + address.slice(publicUrl().length) : address;
}

export async function sendPage(context: Context, settings: PageSettings, status: 200 | 400 | 404 | 409 | 410 = 200): Promise<Response> {
  for (const [name, value] of Object.entries(securityHeaders(settings.framed))) context.header(name, value);
  return context.html(await htmlDocument(settings), status);
}

/** Runs `make` as one transaction and waits until it is on disk. After an error, keeps the changes only if `keepsChanges` is true. */
export async function changeState<Result>(
  core: GatewayCore,
  make: (tx: Transaction) => Result,
): Promise<{ ok: true; result: Result } | { ok: false; problem: ApiProblem }> {
  core.runDueJobs();
  const tx = core.begin();
  let outcome: { ok: true; result: Result } | { ok: false; problem: ApiProblem };
  try {
    outcome = { ok: true, result: make(tx) };
    core.commit(tx);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.keepsChanges) core.commit(tx);
    outcome = { ok: false, problem: error };
  }
  await core.durable();
  return outcome;
}

/** True if a page script sent the request, because scripts request JSON. A form without a script requests a page. */
export const wantsJson = (context: Context): boolean => context.req.header('accept') === 'application/json';
