import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { build } from 'vite';
import { buildSandboxBrowser } from '#server/cli/build-sandbox.ts';
import { openSandbox, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'";

export interface BrowserHarness extends SandboxHarness {
  page: (view: string, secret?: string) => string;
  customerId: string;
}

/** Starts a sandbox with built browser files. The same port also serves a card page under a strict CSP. */
export async function openBrowserHarness(): Promise<BrowserHarness> {
  const built = await mkdtemp(join(tmpdir(), 'gateway-browser-'));
  const assetsDir = join(built, 'sandbox');
  await buildSandboxBrowser({ outDir: assetsDir });
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: join(built, 'page'),
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: {
        input: { page: 'tests/server/gateway-browser/harness-page.tsx' },
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  });
  const script = await readFile(join(built, 'page', 'page.js'));

  const routes = new Hono();
  const sandbox = await openSandbox({ assetsDir, routes, automatic: true });
  const customer = await sandbox.gateway.createCustomer({ email: 'ada@example.com' }, 'harness-customer');
  if (!customer.ok) throw new Error('The harness has no customer.');
  const customerId = customer.value.id;

  routes.get('/harness', (context) => {
    context.header('content-security-policy', policy);
    return context.html(
      '<!doctype html><html lang="en"><head><title>Harness</title><link id="react-aria-pressable-style" rel="stylesheet" href="/harness/page.css"><script src="/sandbox/gateway/stripe.js" defer></script><script src="/harness/page.js" defer></script></head><body><div id="root"></div></body></html>',
    );
  });
  routes.get('/harness/page.js', (context) => context.body(new Uint8Array(script), 200, { 'content-type': 'text/javascript' }));
  routes.get('/harness/page.css', (context) =>
    context.body(
      ':root{color-scheme:light dark;background:light-dark(#fff,#141822)}[data-react-aria-pressable]{touch-action:manipulation}',
      200,
      { 'content-type': 'text/css' },
    ),
  );
  routes.post('/harness/pay', async (context) => {
    const { paymentMethod } = await context.req.json<{ paymentMethod: string }>();
    const paid = await sandbox.gateway.createPayment(
      {
        amountCents: 2500,
        currency: 'usd',
        customerId,
        paymentMethodId: paymentMethod,
        description: 'Harness',
        metadata: {},
        offSession: false,
        saveForOffSession: true,
      },
      `harness-${paymentMethod}`,
    );
    if (!paid.ok)
      return context.json({
        status: paid.error.kind,
        clientSecret: null,
        message: 'memberMessage' in paid.error ? paid.error.memberMessage : '',
      });
    return context.json({
      status: paid.value.status,
      clientSecret: paid.value.status === 'requires_action' ? paid.value.clientSecret : null,
    });
  });

  return {
    ...sandbox,
    customerId,
    page: (view, secret) => `${sandbox.origin}/harness?view=${view}${secret === undefined ? '' : `&secret=${secret}`}`,
    close: async () => {
      await sandbox.close();
      await rm(built, { recursive: true, force: true });
    },
  };
}
