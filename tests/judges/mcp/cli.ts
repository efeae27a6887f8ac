import { execFile } from 'node:child_process';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { openContext } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { readConfig } from '#server/settings/config.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { createLog } from '#server/tracing/log.ts';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { appliedScenarios, otherScenarios } from './scenarios.ts';

// Runs the scenarios of the MCP conformance suite that apply, on Node 24 from npm, against a platform in this process.

const packages = ['--yes', '-p', 'node@24.21.0', '-p', '@modelcontextprotocol/conformance@0.1.16'];
const slug = 'payg';

/** Runs a command of the suite and returns its output. */
const runSuite = async (command: string): Promise<string> =>
  (await promisify(execFile)('npx', [...packages, '-c', `conformance ${command}`], { maxBuffer: 16e6, timeout: 300_000 })).stdout;

async function newTokenAt(origin: string, expiresAt: number): Promise<string> {
  const json = { 'Content-Type': 'application/json' };
  const signIn = await fetch(`${origin}/auth/sandbox`, { method: 'POST', headers: json, body: '{"member":"owner"}' });
  const Cookie = `session=${/session=([^;]+)/.exec(signIn.headers.get('Set-Cookie') ?? '')?.[1]}`;
  const body = JSON.stringify({ name: 'Judge', scopes: ['billing:read', 'propose'], expires_at: expiresAt });
  const made = await fetch(`${origin}/platform/organizations/${slug}/tokens`, { method: 'POST', headers: { ...json, Cookie }, body });
  return ((await made.json()) as { token: string }).token;
}

/** Adds the token to each request, because the suite sends none. Keeps `Host` and `Origin`, which a scenario forges. */
function serveWithToken(port: number, token: string): Promise<Server> {
  const server = createServer((incoming: IncomingMessage, response) => {
    const { method, url, headers } = incoming;
    const host = headers.host?.startsWith('localhost') || headers.host?.startsWith('127.') ? `127.0.0.1:${port}` : headers.host;
    const options = { port, host: '127.0.0.1', method, path: url, headers: { ...headers, host, authorization: `Bearer ${token}` } };
    const passed = forward(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const listedScenarios = async (): Promise<string[]> =>
  [...(await runSuite('list --server')).matchAll(/^ +- ([\w-]+) /gm)].map(([, name]) => name ?? '');

const folder = mkdtempSync(join(tmpdir(), 'billing-mcp-'));
const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: folder });
const running = await listenForRequests(config);
const seeds = moneyOrganizations.filter((organization) => organization.slug === slug);
const context = await openContext({ ...config, port: running.port }, null, createLog(config), { seeds });
const render = (): Promise<never> => Promise.reject(new Error('no pages here'));
running.answerWith(getRequestListener(createApp(context, { render, manifest: null, assets: noAssets }).fetch));
const token = await newTokenAt(`http://127.0.0.1:${running.port}`, context.clock.nowSeconds() + 3600);
const front = await serveWithToken(running.port, token);
const url = `http://localhost:${(front.address() as AddressInfo).port}/mcp`;

const unknown = (await listedScenarios()).filter(
  (name) => !(appliedScenarios as readonly string[]).includes(name) && !Object.keys(otherScenarios).some((start) => name.startsWith(start)),
);
const failures = unknown.map((name) => `${name}: is not in tests/judges/mcp/scenarios.ts`);
for (const scenario of appliedScenarios) {
  const outcome = await runSuite(`server --url ${url} --scenario ${scenario}`).then(
    () => null,
    (error: { readonly stdout?: string; readonly message: string }) => error.stdout ?? error.message,
  );
  process.stdout.write(`${outcome === null ? 'passed' : 'FAILED'} ${scenario}\n`);
  if (outcome !== null) failures.push(outcome);
}
for (const [start, why] of Object.entries(otherScenarios)) process.stdout.write(`not applied: ${start}* (${why})\n`);
for (const failure of failures) process.stderr.write(`${failure}\n`);
front.close();
await running.stop();
await context.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failures.length === 0 ? 0 : 1);
