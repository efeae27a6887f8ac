import { Hono } from 'hono';
import type { SandboxMember } from '#lib/page-request.ts';
import type { PaymentSetup } from '#lib/payment-setup.ts';
import type { Config } from '#server/settings/config.ts';
import { notFound } from '#server/platform-error.ts';
import { demoMembers, everyMember } from '#server/seed/members.ts';
import { signInNames } from '#server/store/provisioning/members.ts';
import { createCaller } from './caller.ts';
import { cookiesOf, credentialsOf } from './credentials.ts';
import type { PolicyMode } from './csp.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { providerPath } from './provider-routes.ts';
import { nonceOf, pageHeaders } from './headers.ts';
import { serverCall } from './in-process.ts';
import { requestFacts } from './request-facts.ts';
import { methodNotAllowed } from './respond.ts';
import { cookieName } from './session.ts';

const hasFileEnding = /\.[a-z0-9]{1,8}$/i;

/** Script paths of the gateway and captcha substitutes. The TLS proxy forwards these paths. Null unless both are configured. */
function standInScripts({ gateway, captcha }: Pick<Config, 'gateway' | 'captcha'>): { gateway: string; captcha: string } | null {
  if (!gateway?.address || !captcha?.address) return null;
  return {
    gateway: `${new URL(gateway.address).pathname.replace(/\/$/, '')}/stripe.js`,
    captcha: new URL('api.js', captcha.address).pathname,
  };
}

function policyMode({ config, page }: WebContext): PolicyMode {
  if (!page.manifest) return 'development';
  return config.gateway && !standInScripts(config) ? 'gateway' : 'sandbox';
}

function paymentSetup({ config, payments: { sandbox, publishableKey } }: WebContext): PaymentSetup {
  const standIns = standInScripts(config);
  const sandboxScript = sandbox?.gateway ? `${sandbox.gateway.basePath}/stripe.js` : standIns?.gateway;
  const captcha = config.captcha ? (standIns?.captcha ?? null) : '/sandbox/captcha/api.js';
  return {
    publishableKey,
    script: sandboxScript ?? 'https://js.stripe.com/endive/stripe.js',
    captcha: { siteKey: config.captcha?.siteKey ?? 'sandbox', script: captcha },
  };
}

const mostNames = 100;

const demoHandles: ReadonlySet<string> = new Set(everyMember.map(({ handle }) => handle));

/** Returns the members that the sandbox sign-in offers: demo members first, then members created by an operator. */
async function sandboxMembers({ config, db }: WebContext): Promise<SandboxMember[]> {
  if (config.mode !== 'embedded') return [];
  const all = await signInNames(db, mostNames);
  const known = new Set(all.map(({ handle }) => handle));
  const signInLinks = all.flatMap(({ handle, username, role, organization }) =>
    demoHandles.has(handle)
      ? []
      : [{ handle, username, description: role === null ? 'Belongs to no organization' : `${role} of ${organization}` }],
  );
  return [...demoMembers.filter(({ handle }) => known.has(handle)), ...signInLinks];
}

async function answerPage(context: WebContext, c: HttpContext): Promise<Response> {
  const request = c.req.raw;
  const url = new URL(request.url);
  const caller = c.get('caller') ?? createCaller(context, credentialsOf(request, context.secure));
  const { [cookieName(context.secure)]: _, ...cookies } = cookiesOf(request);
  const answer = await context.page.render({
    url,
    nonce: nonceOf(c),
    cookies,
    signedIn: (await caller.identify()) !== null,
    belongsTo: async (slug) => ((await caller.identify(slug))?.organization ?? null) !== null,
    call: serverCall(context, caller, requestFacts(context.config, c)),
    nowMs: context.clock.nowMs(),
    mode: context.config.mode,
    analytics: context.config.analytics,
    payments: paymentSetup(context),
    sandboxMembers: url.pathname === '/sign-in' ? await sandboxMembers(context) : [],
    signInAt: context.provider && providerPath,
    manifest: context.page.manifest,
  });
  const headers = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' };
  if (answer.location !== undefined)
    return new Response(null, { status: answer.status, headers: { ...headers, Location: answer.location } });
  return new Response(answer.html, { status: answer.status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
}

export function pageRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.get('/assets/:name', context.page.assets, () => {
    throw notFound('File');
  });
  app.get('*', (c, next) => {
    if (hasFileEnding.test(c.req.path)) throw notFound('File');
    return next();
  });
  app.get('*', pageHeaders(policyMode(context)), (c) => answerPage(context, c));
  app.all('*', () => {
    throw methodNotAllowed(['GET', 'HEAD']);
  });
  return app;
}
