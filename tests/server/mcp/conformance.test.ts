import { execFile } from 'node:child_process';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { newToken } from '#tests/support/new-token.ts';
import { otherNode, withNode } from '#tests/support/other-node.mjs';

// Runs scenarios of the MCP conformance suite. The suite runs on Node 24, which is installed from npm. Command: npm run mcp:conformance.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Scenarios that apply to a server with tools only, without sessions and streams. */
const appliedScenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

const otherScenarios: Readonly<Record<string, string>> = {
  'logging-': 'the server sends no log messages',
  'completion-': 'no tool completes arguments',
  'tools-call-': "these call the tools of the suite's reference server",
  'json-schema-': "it reads a tool of the suite's reference server",
  'elicitation-': 'the server asks nothing of the user: members decide in the browser',
  'server-sse-': 'each POST is answered with JSON, and there are no streams to resume',
  'resources-': 'the server has no resources',
  'prompts-': 'the server has no prompts',
};

const suite = '@modelcontextprotocol/conformance@0.1.16';

async function runSuite(...words: readonly string[]): Promise<string> {
  const options = { env: withNode(otherNode(24)), cwd: tmpdir(), maxBuffer: 16_000_000 };
  return (await promisify(execFile)('npx', ['--yes', suite, ...words], options)).stdout;
}

const isLocal = (host = ''): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host);

/** Starts a proxy that adds the token, because the suite sends none. Keeps the `Host` header, because a scenario forges it. */
function serveWithToken(origin: string, token: string): Promise<Server> {
  const { port, host: ownHost } = new URL(origin);
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const isOurs = isLocal(headers.host);
    const sentHeaders = {
      ...headers,
      host: isOurs ? ownHost : headers.host,
      ...(isOurs && headers.origin !== undefined && isLocal(new URL(headers.origin).host) ? { origin } : {}),
      authorization: `Bearer ${token}`,
    };
    const passed = forward({ host: '127.0.0.1', port, method, path: url, headers: sentHeaders }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe.runIf(process.env['MCP_CONFORMANCE'] === '1')('the MCP conformance suite', () => {
  onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['payg'] }, (money) => {
    let front: Server;
    beforeAll(async () => {
      const { token } = await newToken(money().platform, 'payg', { scopes: ['billing:read', 'propose'] });
      front = await serveWithToken(money().platform.origin, token);
    });
    afterAll(() => front.close());

    it('has no scenario that is neither applied nor left out with a reason', async () => {
      const names = [...(await runSuite('list', '--server')).matchAll(/^ +- ([\w-]+) /gm)].map(([, name = '']) => name);
      expect(names).toEqual(expect.arrayContaining(appliedScenarios));
      const isLeftOut = (name: string): boolean => Object.keys(otherScenarios).some((start) => name.startsWith(start));
      expect(names.filter((name) => !appliedScenarios.includes(name) && !isLeftOut(name))).toEqual([]);
    });

    it.each(appliedScenarios)('passes %s', async (scenario) => {
      const url = `http://localhost:${(front.address() as AddressInfo).port}/mcp`;
      const outcome = await runSuite('server', '--url', url, '--scenario', scenario).catch(
        ({ stdout, message }: { readonly stdout?: string; readonly message: string }) => `FAILED ${stdout ?? message}`,
      );
      expect(outcome).not.toMatch(/FAILED|FAILURE/);
    });
  });
});
