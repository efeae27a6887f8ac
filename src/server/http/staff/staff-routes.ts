import { Hono } from 'hono';
import { decideRequest, staffActor, type Decision } from '#server/admin/approval-decisions.ts';
import { withCharge } from '#server/admin/charged-answer.ts';
import { auditRefusal } from '#server/admin/platform-audit.ts';
import { shownRequests } from '#server/admin/requested-effects.ts';
import { actingAs } from '#server/database/acting.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { refuseCrossSite } from '#server/http/credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { nonceOf, staffHeaders } from '#server/http/headers.ts';
import { callerRequestId } from '#server/http/request-facts.ts';
import { methodNotAllowed } from '#server/http/respond.ts';
import type { IdentityProvider } from '#server/sign-in/identity-provider.ts';
import type { Part } from './plain-page.ts';
import { approvalsPage, exampleRequests, signInAgainPage, signInRefusedPage } from './staff-pages.ts';
import { staffCallbackPath } from '#server/sign-in/identity-provider.ts';
import { approvalsPath, beginStaffSignIn, finishStaffSignIn, notInGroup, staffOf } from './staff-sign-in.ts';

const decisions = { approve: 'approved', refuse: 'refused' } as const;

const examplePath = '/sandbox/staff-approvals';

export function staffRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, provider } = context;
  if (config.mode === 'embedded') app.get(examplePath, staffHeaders, async (c) => c.html(await examplePage(c)));
  if (provider) addApprovals(app, context, provider);
  return app;
}

function examplePage(c: HttpContext): Part {
  const { empty, refused, 'sign-in-again': signInAgain } = c.req.query();
  const nonce = nonceOf(c);
  if (refused !== undefined) return signInRefusedPage(examplePath, notInGroup, nonce);
  if (signInAgain !== undefined) return signInAgainPage(examplePath, nonce);
  const before = placeIn(c);
  const shown = before === undefined ? { requests: exampleRequests, older: 1 } : { requests: exampleRequests.slice(-1), older: null };
  const page = empty === undefined ? shown : { requests: [], older: null };
  const message = before === undefined ? 'Approved: Credit of $2,000.00: An outage' : null;
  return approvalsPage({ path: examplePath, email: 'staff@example.com', ...page, before, message, nonce });
}

function placeIn(c: HttpContext): number | undefined {
  const text = c.req.query('before');
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function addApprovals(app: Hono<HttpEnvironment>, context: WebContext, provider: IdentityProvider): void {
  const { db, clock, config, log } = context;

  const render = async (c: HttpContext, email: string, message: string | null, status: 200 | 403 | 404 | 409 | 422 = 200) => {
    const before = placeIn(c);
    const page = await shownRequests(db, clock.nowSeconds(), before);
    return c.html(await approvalsPage({ path: approvalsPath, email, ...page, before, message, nonce: nonceOf(c) }), status);
  };

  /** Responds to a failed sign-in with a page that shows the reason, because a browser made the request. */
  const refusal = (c: HttpContext, error: unknown): Response | Promise<Response> => {
    if (!(error instanceof PlatformError)) throw error;
    log.warn({ event: 'sign_in_refused', err: error, requestId: c.get('requestId') }, 'a sign-in of staff failed');
    return c.html(signInRefusedPage(approvalsPath, error.message.replace(/\.$/, ''), nonceOf(c)), error.status === 403 ? 403 : 500);
  };

  app.get(approvalsPath, staffHeaders, async (c) => {
    const email = await staffOf(c, context);
    return email === null ? beginStaffSignIn(c, context, provider).catch((error: unknown) => refusal(c, error)) : render(c, email, null);
  });
  app.get(staffCallbackPath, staffHeaders, (c) => finishStaffSignIn(c, context, provider).catch((error: unknown) => refusal(c, error)));

  app.post(`${approvalsPath}/:id/:decision`, staffHeaders, async (c) => {
    // `Origin` is required, because browsers send the cookie with forms of other sites too.
    if (c.req.header('Origin') === undefined) throw new PlatformError('cross_site_request', 'This request must come from the page itself');
    refuseCrossSite(c.req.raw, config.publicOrigin);
    const email = await staffOf(c, context);
    // Responds with a page that contains a link, because the policy's `form-action` blocks a redirect to the provider.
    if (email === null) return c.html(await signInAgainPage(approvalsPath, nonceOf(c)), 401);
    const { id = '', decision = '' } = c.req.param() as Record<string, string>;
    if (!(decision in decisions)) throw notFound('Page');
    const state = decisions[decision as keyof typeof decisions];
    try {
      const text = await decideAs(c, context, email, { id, decision: state });
      return await render(c, email, text);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { status } = error;
      return render(c, email, error.message, status === 403 || status === 404 || status === 409 ? status : 422);
    }
  });
  app.all(`${approvalsPath}/*`, () => {
    throw methodNotAllowed(['GET', 'POST']);
  });
}

/** Decides a request as a staff member, and charges the invoice of an approved action. @returns the result as a sentence */
async function decideAs(
  c: HttpContext,
  { db, clock, config, paymentContext }: WebContext,
  email: string,
  decision: Pick<Decision, 'id' | 'decision'>,
): Promise<string> {
  const { id: keyId, name: username } = staffActor(email);
  const call = decision.decision === 'approved' ? 'approveRequest' : 'refuseRequest';
  const requestId = c.get('requestId');
  const nowSeconds = clock.nowSeconds();
  const actor = { memberId: null, username, keyId, call, requestId, callerRequestId: callerRequestId(c.req.raw) };
  try {
    const { row, result, chargesInvoice } = await actingAs(actor, () =>
      decideRequest(db, { ...decision, decider: { staffEmail: email }, nowSeconds, priceNoticeDays: config.priceNoticeDays }),
    );
    if (chargesInvoice) await withCharge(paymentContext, { status: 200, data: { result } }, chargesInvoice);
    paymentContext.wake();
    return `${row.state === 'approved' ? 'Approved' : 'Refused'}: ${row.reason}`;
  } catch (error) {
    await auditRefusal(db, { actor: keyId, act: call, subject: decision.id, requestId, nowSeconds }, error);
    throw error;
  }
}
