import type { Context } from 'hono';
import { ApiProblem } from '#server/payments/sandbox/api/problem.ts';
import type { ApiServer } from '#server/payments/sandbox/api/api-server.ts';
import type { GatewayCore } from '#server/payments/sandbox/core.ts';
import type { SandboxOptions } from '#server/payments/sandbox/sandbox-gateway.ts';
import type { Transaction } from '#server/payments/sandbox/store/transaction.ts';
import type { Deliverer } from '#server/payments/sandbox/webhooks/deliverer.ts';
import { document, securityHeaders, type PageSettings } from './layout.ts';

/** What every page needs. */
export interface PageContext {
  core: GatewayCore;
  api: ApiServer;
  deliverer: Deliverer;
  options: SandboxOptions;
  basePath: string;
  publicUrl: () => string;
  settle: () => Promise<void>;
}

/** Answers with a whole page and its security headers. */
export async function sendPage(context: Context, settings: PageSettings, status: 200 | 400 | 404 | 409 | 410 = 200): Promise<Response> {
  for (const [name, value] of Object.entries(securityHeaders(settings.framed))) context.header(name, value);
  return context.html(await document(settings), status);
}

/**
 * One atomic change made by a page. A refusal that stands (such as a declined charge) is kept and given back; other
 * problems change nothing. Resolves when the change is on disk.
 */
export async function change<Result>(
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

/** The script of a page asks for JSON; without scripts the browser asks for a page. */
export const wantsJson = (context: Context): boolean => context.req.header('accept') === 'application/json';
