import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { RenderPage } from '#lib/page-request.ts';
import { readConfig } from '#server/settings/config.ts';
import { openStore } from '#server/database/open.ts';
import { openContext, type Context, type ContextParts } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { createLog } from '#server/tracing/log.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { roomyLimits } from './roomy-limits.ts';
import { secretsIn } from './secrets.ts';
import { createDatabase } from './postgres-server.ts';
import { storesUnderTest, type StoreKind, type TestSubject } from './stores-under-test.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

interface Options {
  /** Handle of the signed-in member; if absent, the request is anonymous. */
  readonly as?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TestPlatform {
  readonly origin: string;
  readonly context: Context;
  readonly logged: Readonly<Record<string, unknown>>[];
  readonly ask: (path: string, options?: Options) => Promise<Answer>;
  /** Signs a member in only once. */
  readonly token: (member: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Loads the renderer on demand, because most tests request no page. */
const render: RenderPage = async (request) => (await import('#app/entry-server.tsx')).renderPage(request);

export async function startPlatform(
  kind: StoreKind,
  environment: Readonly<Record<string, string>> = {},
  parts: ContextParts = {},
): Promise<TestPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-server-'));
  const ownSeeds = parts.seeds !== undefined || environment['SEED'] === 'none';
  const template = ownSeeds ? undefined : (inject('demoTemplate') ?? '');
  const database = kind === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', template) : '';
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'info',
    VALIDATE_RESPONSES: '1',
    DATA_DIR: folder,
    DATABASE_URL: database,
    // Disables the review of high usage, so that unrelated tests can send any amount.
    USAGE_REVIEW_ABOVE_CENTS: '999999999999',
    ...roomyLimits,
    DOCUMENT_THREADS: '1',
    ...environment,
  });
  if (kind === 'postgres' && !ownSeeds) cpSync(inject('demoTemplateFolder'), folder, { recursive: true });
  if (config.mode === 'production') {
    const { mode, dataDir, databaseUrl } = config;
    await (await openStore({ mode, dataDir, databaseUrl, startImage: null, report: () => undefined })).close();
  }
  const logged: Record<string, unknown>[] = [];
  const log = createLog(config, { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  const running = await listenForRequests(config);
  const context = await openContext({ ...config, port: running.port }, inject(ownSeeds ? 'startImage' : 'demoImage'), log, parts).catch(
    async (error: unknown) => {
      await running.stop();
      throw error;
    },
  );
  running.answerWith(getRequestListener(createApp(context, { render, manifest: null, assets: noAssets }).fetch));
  const origin = `http://127.0.0.1:${running.port}`;
  const tokens = new Map<string, Promise<string>>();

  const signIn = async (member: string): Promise<string> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${origin}/auth/sandbox`, { method: 'POST', headers, body: JSON.stringify({ member }) });
    return /session=([^;]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1] ?? '';
  };
  const token = (member: string): Promise<string> => {
    const known = tokens.get(member) ?? signIn(member);
    tokens.set(member, known);
    return known;
  };
  const ask = async (path: string, { as, method = 'GET', headers = {}, body }: Options = {}): Promise<Answer> => {
    const cookie: Record<string, string> = as === undefined ? {} : { Cookie: `session=${await token(as)}` };
    const init = { method, headers: { ...cookie, ...headers }, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) };
    const response = await fetch(origin + path, init);
    const text = await response.text();
    const isJson = /^application\/json\b/.test(response.headers.get('Content-Type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  };
  return {
    origin,
    context,
    logged,
    ask,
    token,
    stop: async () => {
      await running.stop();
      await context.close();
      rmSync(folder, { recursive: true, force: true });
      const leakedSecrets = secretsIn(logged);
      if (leakedSecrets.length > 0) throw new Error(`The log tells secrets: ${leakedSecrets.join('; ')}`);
    },
  };
}

export function onEachStore(
  tests: (platform: () => TestPlatform) => void,
  environment?: Readonly<Record<string, string>>,
  parts?: ContextParts,
  subject: TestSubject = 'rules',
): void {
  const kinds = storesUnderTest(subject);
  describe.skipIf(kinds.length === 0).each(kinds.length === 0 ? ['pglite' as const] : kinds)('on %s', (kind) => {
    let platform: TestPlatform;
    beforeAll(async () => {
      platform = await startPlatform(kind, environment, parts);
    });
    afterAll(() => platform?.stop());
    tests(() => platform);
  });
}
