import { createHash } from 'node:crypto';
import type { CallName } from '#contract/calls.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { rowsOf } from '#server/database/database.ts';
import { newToken, type NewTokenTerms } from '#tests/support/new-token.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import { askers, type Asker, type TokenAsker } from './policy.ts';
import { isToken, places, requestOf, type Cell, type Objects, type Outcome } from './cells.ts';

const limited: ReadonlySet<CallName> = new Set([
  'createSetupIntent',
  'topUpCredits',
  'useCredits',
  'payInvoice',
  'getInvoicePaymentLink',
  'previewSubscription',
  'createToken',
  'sendInvoiceAgain',
]);
const foreignOwner = 'pro-capped';
const allScopes: NewTokenTerms['scopes'] = ['billing:read', 'usage:write', 'propose'];

async function objectsIn(platform: TestPlatform): Promise<Objects> {
  const { context, ask } = platform;
  const { db } = context;
  const idIn = async (table: string, slug: string, column = 'id'): Promise<string> => {
    // Prefers paid invoices, which also have payment documents such as a receipt.
    const order = table === 'invoices' ? "(t.status = 'paid') desc," : '';
    const found = await db.execute(
      `select t.${column} as id from ${table} t join organizations o on o.id = t.organization_id where o.slug = '${slug}'
       order by ${order} 1 limit 1`,
    );
    const id = rowsOf<{ id: string }>(found)[0]?.id;
    if (id === undefined) throw new Error(`${slug} has nothing in ${table}`);
    return id;
  };
  const quoteOf = async (slug: string): Promise<string> => {
    const headers = { Version: '2', 'Content-Type': 'application/json' };
    const path = `/platform/organizations/${slug}/billing/subscription/preview`;
    return (await ask(path, { as: 'owner', method: 'POST', headers, body: '{"tier":"tier_team"}' })).body.quote.id;
  };
  const payer = payerAt(platform);
  const cardOf = async (slug: string): Promise<string> => {
    const path = `/platform/organizations/${slug}/payments`;
    const setup = await payer.send('POST', `${path}/setup-intent`, { hcaptchaToken: payer.captcha() });
    await payer.confirm(setup.body.client_secret, await payer.card(testCard.good));
    return (await payer.send('GET', path)).body.data.at(-1).id;
  };
  const intentOf = async (slug: string): Promise<string> => {
    const waiting = await payer.change(slug, { tier: 'tier_team', payment_method: await payer.card(testCard.asksAlways) });
    return waiting.body.pending_payment_intent_secret.split('_secret_')[0];
  };
  const budgetOf = async (slug: string): Promise<string> => {
    const budget = { name: 'B', scope: 'organization', basis: 'bill', amount_cents: 1, thresholds: [], at_limit: 'alert' };
    return (await payer.send('POST', `/platform/organizations/${slug}/billing/budgets`, budget)).body.id;
  };
  const creditNoteOf = async (slug: string): Promise<string> => {
    const id = `cn_${createHash('sha256').update(slug).digest('hex').slice(0, 24)}`;
    await db.execute(`insert into credit_notes (id, organization_id, invoice_id, number, amount_cents, balance_cents, reason, created_at)
      select '${id}', i.organization_id, i.id, 'TEST-CN-0001', 100, 100, 'A test', now() from invoices i
      join organizations o on o.id = i.organization_id where o.slug = '${slug}' limit 1`);
    return id;
  };
  const proposalOf = async (slug: string): Promise<string> => {
    const body = JSON.stringify({ act: 'top_up', amount_cents: 10_000, reason: 'We need it' });
    const headers = { 'Content-Type': 'application/json' };
    return (await ask(`/platform/organizations/${slug}/billing/proposals`, { as: 'developer', method: 'POST', headers, body })).body.id;
  };
  const both = async (table: string, column?: string) => ({
    demo: await idIn(table, places.demo, column),
    foreign: await idIn(table, foreignOwner, column),
  });
  return {
    invoice: { ...(await both('invoices')), unknown: 'in_unknown00000', malformed: "in_' or 1=1" },
    line: { demo: 'plan', foreign: 'nothing', unknown: 'nothing', malformed: 'a b' },
    project: {
      demo: await idIn('projects', places.demo, 'ref'),
      foreign: await idIn('projects', places.foreign, 'ref'),
      unknown: 'a'.repeat(20),
      malformed: 'SHOUT',
    },
    installation: { demo: 'icfg_7f3kQz', foreign: 'icfg_other', unknown: 'icfg_none', malformed: 'icfg/../x' },
    card: { demo: await cardOf(places.demo), foreign: await cardOf(foreignOwner), unknown: 'pm_unknown', malformed: 'pm_x y' },
    quote: { demo: await quoteOf(places.demo), foreign: await quoteOf(foreignOwner), unknown: `qt_${'x'.repeat(24)}`, malformed: 'qt_1' },
    intent: { demo: '', foreign: await intentOf(foreignOwner), unknown: 'pi_unknown', malformed: 'pi_%' },
    budget: {
      demo: await budgetOf(places.demo),
      foreign: await budgetOf(foreignOwner),
      unknown: `bud_${'0'.repeat(24)}`,
      malformed: 'bud_1',
    },
    credit_note: {
      demo: await creditNoteOf(places.demo),
      foreign: await creditNoteOf(foreignOwner),
      unknown: `cn_${'0'.repeat(24)}`,
      malformed: 'cn_1',
    },
    token: {
      demo: (await newToken(platform, places.demo, { scopes: ['propose'] })).id,
      foreign: (await newToken(platform, foreignOwner, { scopes: ['propose'] })).id,
      unknown: `tok_${'0'.repeat(24)}`,
      malformed: 'tok_1',
    },
    proposal: {
      demo: await proposalOf(places.demo),
      foreign: await proposalOf(foreignOwner),
      unknown: `prop_${'0'.repeat(24)}`,
      malformed: 'prop_1',
    },
    organization: { demo: places.demo, foreign: places.foreign, unknown: places.unknown, malformed: '-' },
  };
}

async function tokensOf(platform: TestPlatform, projectRef: string): Promise<Readonly<Record<TokenAsker, string>>> {
  const textOf = async (terms: NewTokenTerms): Promise<string> => (await newToken(platform, places.demo, terms)).token;
  const revoked = await newToken(platform, places.demo, { scopes: allScopes });
  await platform.ask(`/platform/organizations/${places.demo}/tokens/${revoked.id}`, { as: 'owner', method: 'DELETE' });
  return {
    'reading token': await textOf({ scopes: ['billing:read'] }),
    'writing token': await textOf({ scopes: ['usage:write'] }),
    'proposing token': await textOf({ scopes: ['propose'] }),
    'project token': await textOf({ scopes: allScopes, project_ref: projectRef }),
    'revoked token': revoked.token,
  };
}

export interface Matrix {
  readonly check: (cells: readonly Cell[]) => Promise<string[]>;
  readonly stored: () => Promise<string>;
}

export async function openMatrix(platform: TestPlatform): Promise<Matrix> {
  const { context } = platform;
  const { db } = context;
  const app = createApp(context, { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets });
  const tokens = new Map<Asker, string>();
  for (const asker of askers)
    if (asker !== 'nobody' && asker !== 'program' && !isToken(asker)) tokens.set(asker, await platform.token(asker));
  const objects = await objectsIn(platform);
  const tokenTexts = await tokensOf(platform, objects.project.demo);
  const headersOf = (asker: Asker): Record<string, string> => {
    if (asker === 'nobody') return {};
    if (isToken(asker)) return { Authorization: `Bearer ${tokenTexts[asker]}` };
    if (asker === 'program') return { Authorization: `Bearer ${context.config.serviceToken}` };
    return { Cookie: `session=${tokens.get(asker)}` };
  };
  const captcha = (): string => context.payments.sandbox?.captcha.issue() ?? '';
  const asking = { origin: 'http://localhost', objects, captcha, nowSeconds: context.clock.nowSeconds(), headersOf };

  const ask = async (cell: Cell): Promise<string | null> => {
    if (limited.has(cell.call) || isToken(cell.asker)) await db.execute('delete from rate_limits');
    const answer = await app.fetch(requestOf(cell, asking));
    const outcome = await outcomeOf(answer, cell.expected);
    return outcome === cell.expected ? null : `${describe(cell)} was ${outcome}, not ${cell.expected}: ${await answer.text()}`;
  };
  return {
    check: async (cells) => {
      const faults: string[] = [];
      for (const cell of cells) {
        const fault = await ask(cell);
        if (fault) faults.push(fault);
      }
      return faults;
    },
    stored: async () => {
      await context.payments.worker.idle();
      return storedDigest(db);
    },
  };
}

export const describe = ({ call, asker, place, object }: Cell): string =>
  `${call} by ${asker} in ${places[place]}${object ? ` with ${object} object` : ''}`;

/** 422 counts as a refusal only if the policy expects 422. */
async function outcomeOf(answer: Response, expected: Outcome): Promise<string> {
  if (answer.status >= 500) return String(answer.status);
  if ([400, 401, 403, 404, 429].includes(answer.status)) return String(answer.status);
  return answer.status === 422 && expected === '422' ? '422' : 'admitted';
}
