import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { askers, policy, tokenAskers, type Asker, type ObjectKind, type TokenAsker } from './policy.ts';

/** Slugs of organizations: a demo, two that partners manage, one to which only the outsider belongs, and one that does not exist. */
export const places = {
  demo: 'pro-payg',
  hosting: 'vercel_icfg_7f3kQz',
  cloud: 'aws-market',
  foreign: 'elsewhere',
  unknown: 'no-such-organization',
} as const;
export type Place = keyof typeof places;

type Belonging = 'demo' | 'foreign' | 'unknown' | 'malformed';

export interface Cell {
  readonly call: CallName;
  readonly asker: Asker;
  readonly place: Place;
  /** Owner of the object in the request; null if the call addresses no object. */
  readonly object: Belonging | null;
  readonly expected: Outcome;
}

/** `admitted`: the caller was authorized, but the request may still fail. */
export type Outcome = '400' | '401' | '403' | '404' | '422' | 'admitted';

export type Objects = Readonly<Record<ObjectKind, Readonly<Record<Belonging, string>>>>;

const names = Object.keys(callTable) as CallName[];
const isOfOrganization = (call: CallName): boolean => callTable[call].path.includes('{slug}');

const belongsTo = (asker: Asker, place: Place): boolean =>
  place !== 'unknown' && (asker === 'outsider' ? place === 'foreign' : place !== 'foreign');

/** The outsider is the owner of the foreign organization. No other caller belongs to this organization. */
const actsAs = (asker: Asker): Asker => (asker === 'outsider' ? 'owner' : asker);

/** True if the outsider owns the foreign objects of this kind. Members of the demo own the foreign objects of other kinds. */
const isOfOutsider = (kind: ObjectKind | undefined): boolean => kind === 'project' || kind === 'organization';

export const isToken = (asker: Asker): asker is TokenAsker => (tokenAskers as readonly Asker[]).includes(asker);

const scopeOf = { 'reading token': 'billing:read', 'writing token': 'usage:write', 'proposing token': 'propose' } as const;

function expectedOfToken(call: CallName, asker: TokenAsker, place: Place, object: Belonging | null): Outcome {
  const { token, ofProject, object: named, only } = policy[call];
  if (asker === 'revoked token') return '401';
  if (token === null) return '403';
  if (place !== 'demo') return '404';
  if (asker === 'project token' ? !ofProject : scopeOf[asker] !== token) return '403';
  if (object === 'malformed') return '400';
  if (asker === 'project token') return object === null || object === 'demo' ? 'admitted' : '403';
  if (only !== undefined) return '404';
  return object === null || object === 'demo' ? 'admitted' : (String(named?.[1] ?? 404) as Outcome);
}

function expectedOf(call: CallName, asker: Asker, place: Place, object: Belonging | null): Outcome {
  if (isToken(asker)) return expectedOfToken(call, asker, place, object);
  const { who, object: named, managed, only } = policy[call];
  if (who === 'programs') {
    if (asker === 'nobody') return '401';
    if (asker !== 'program') return '403';
    return place === 'unknown' ? '404' : 'admitted';
  }
  if (asker === 'nobody' || asker === 'program') return '401';
  const isTheirs = isOfOutsider(named?.[0]) && object === (asker === 'outsider' ? 'foreign' : 'demo');
  const foreign = String(named?.[1] ?? 404) as Outcome;
  if (who === 'members') {
    if (object === 'malformed') return '400';
    // Any signed-in member may make this call. The outcome depends only on the organization to which the object belongs.
    return object === null || isTheirs || (object === 'demo' && asker !== 'outsider') ? 'admitted' : foreign;
  }
  if (!belongsTo(asker, place)) return '404';
  if (!who.includes(actsAs(asker))) return '403';
  if (object === 'malformed') return '400';
  if (managed !== undefined && (place === 'hosting' || place === 'cloud')) return String(managed) as Outcome;
  if (only !== undefined && place !== only) return '404';
  return object === null || object === 'demo' || isTheirs ? 'admitted' : foreign;
}

const belongings: readonly Belonging[] = ['demo', 'foreign', 'unknown', 'malformed'];

function placesOf(call: CallName): readonly Place[] {
  return isOfOrganization(call) ? (Object.keys(places) as Place[]) : ['demo'];
}

function objectsIn(call: CallName, place: Place): readonly (Belonging | null)[] {
  if (!policy[call].object) return [null];
  // Excludes the demo's objects for two kinds of calls: a confirmed payment would block later calls, and later calls need the budget.
  const hasOwn = place === 'demo' && policy[call].object[0] !== 'intent' && call !== 'deleteBudget';
  return hasOwn ? belongings : belongings.filter((belonging) => belonging !== 'demo');
}

export const cells: readonly Cell[] = names.flatMap((call) =>
  askers.flatMap((asker) =>
    placesOf(call).flatMap((place) =>
      objectsIn(call, place).map((object) => ({ call, asker, place, object, expected: expectedOf(call, asker, place, object) })),
    ),
  ),
);

const day = 86_400;

function bodyOf(call: CallName, id: string, { captcha, nowSeconds }: Pick<Asking, 'captcha' | 'nowSeconds'>): unknown {
  const address = { line1: '1 Main Street', country: 'DE' };
  const bodies: Partial<Record<CallName, () => unknown>> = {
    submitUpgradeFeedback: () => ({ orgSlug: id, prevPlan: 'free', currentPlan: 'pro', reasons: ['More'] }),
    submitDowngradeFeedback: () => ({ orgSlug: id, reasons: '- Less\n', exitAction: 'downgrade' }),
    previewSubscription: () => ({ tier: 'tier_team' }),
    updateSubscription: () => ({ tier: 'tier_team', quote_id: id }),
    confirmSubscription: () => ({ payment_intent_id: id }),
    topUpCredits: () => ({ payment_method_id: id, amount: 100, hcaptcha_token: captcha() }),
    correctBuyer: () => ({ version: 0 }),
    useCredits: () => ({ amount: 100 }),
    payInvoice: () => ({ payment_method_id: 'pm_card_visa', amount: 100 }),
    updateCustomer: () => ({ billing_name: 'Somebody Else', address }),
    putTaxId: () => ({ type: 'eu_vat', value: 'DE123456789', country: 'DE' }),
    setDefaultPaymentMethod: () => ({ payment_method_id: id }),
    orderPaymentMethods: () => ({ payment_method_ids: [id] }),
    deletePaymentMethod: () => ({ card_id: id }),
    deletePaymentMethodByPost: () => ({ card_id: id }),
    createSetupIntent: () => ({ hcaptchaToken: captcha() }),
    updateOrganization: () => ({ name: 'Renamed' }),
    updateNoticeSettings: () => ({ notice_kinds: [] }),
    sendConfirmation: () => ({ address: 'nobody@else.example' }),
    updateBudget: () => ({
      name: 'B',
      scope: 'organization',
      basis: 'bill',
      amount_cents: 1,
      thresholds: [],
      at_limit: 'alert',
      version: 1,
    }),
    createToken: () => ({ name: 'Report', scopes: ['billing:read'], expires_at: nowSeconds + day }),
    createProposal: () => ({ act: 'plan', tier: 'tier_team', reason: 'We need it' }),
    approveProposal: () => ({ due_now_cents: 1, monthly_cents: 1, priced_at: nowSeconds }),
    recordUsage: () => ({ records: [{}] }),
  };
  return bodies[call]?.();
}

function queryOf(call: CallName, id: string, nowSeconds: number): Record<string, string> {
  const range = { start: new Date((nowSeconds - day) * 1000).toISOString(), end: new Date(nowSeconds * 1000).toISOString() };
  if (call === 'getUsage') return { project_ref: id };
  return call === 'getDailyUsage' ? { ...range, project_ref: id } : {};
}

interface Asking {
  readonly origin: string;
  readonly objects: Objects;
  readonly captcha: () => string;
  readonly nowSeconds: number;
  readonly headersOf: (asker: Asker) => Readonly<Record<string, string>>;
}

const parameterOf: Readonly<Record<string, ObjectKind>> = {
  invoice_id: 'invoice',
  line_id: 'line',
  ref: 'project',
  installation_id: 'installation',
  budget_id: 'budget',
  credit_note_id: 'credit_note',
  token_id: 'token',
  proposal_id: 'proposal',
};

export function requestOf({ call, asker, place, object }: Cell, asking: Asking): Request {
  const { method, path, version }: CallDeclaration = callTable[call];
  const kind = policy[call].object?.[0];
  const id = kind && object ? asking.objects[kind][object] : '';
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(name in parameterOf ? id : places[place]));
  const query = new URLSearchParams(queryOf(call, id, asking.nowSeconds)).toString();
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(call, id, asking);
  return new Request(`${asking.origin}${filled}${query && `?${query}`}`, {
    method,
    headers: {
      ...asking.headersOf(asker),
      ...(version && { Version: version }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
