import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import { callTable, type CallName } from '#contract/calls.ts';

export interface RequestKind {
  /**
   * Kind of limit. `key`: per admin API key. `caller`: per member, or per program without an admin API key. `address`: per client address.
   */
  readonly counts: 'key' | 'caller' | 'address';
  readonly weight: number;
  readonly isHeavy: boolean;
  readonly slug?: string;
}

type Weight = Pick<RequestKind, 'weight' | 'isHeavy'>;

const light: Weight = { weight: 1, isHeavy: false };
const page: Weight = { weight: 2, isHeavy: true };
/** Weight of an MCP call. It is high, because a tool can read a bill or a forecast. */
const program: Weight = { weight: 4, isHeavy: true };
/** Weight of a statement. It is high, because a statement reads all entries and chains their digests on the main thread. */
const statement: Weight = { weight: 4, isHeavy: true };

const callWeights: Readonly<Partial<Record<CallName | AdminCallName, Weight>>> = {
  getDailyUsage: { weight: 4, isHeavy: true },
  getForecast: { weight: 4, isHeavy: true },
  getStatement: statement,
  getStatementCsv: statement,
  getStatementJournal: statement,
  getStatementPdf: statement,
  getCosts: { weight: 4, isHeavy: true },
  priceItem: { weight: 1, isHeavy: true },
  recordUsage: { weight: 1, isHeavy: true },
  sendUsage: { weight: 1, isHeavy: true },
};

/** File requests are not heavy: either a worker thread creates the file, or the platform streams it in small parts. */
const fileWeights = {
  'application/pdf': 4,
  'application/xml': 4,
  'text/csv': 4,
  'text/plain': 4,
  'application/jsonl': 4,
  'application/zip': 8,
} as const;

interface WeighedCall {
  readonly method: string;
  readonly pattern: RegExp;
  readonly weight: Weight;
}

interface DeclaredCall {
  readonly method: string;
  readonly path: string;
  readonly file?: keyof typeof fileWeights;
}

const declaredCalls = Object.entries<DeclaredCall>({ ...callTable, ...adminCallTable });
const pathsWithHead = new Set(declaredCalls.filter(([, { method }]) => method === 'HEAD').map(([, { path }]) => path));

/**
 * Returns the HTTP methods that a call serves. A GET call also serves HEAD requests, unless the table declares a HEAD call for the path.
 */
const methodsOf = ({ method, path }: DeclaredCall): readonly string[] =>
  method === 'GET' && !pathsWithHead.has(path) ? ['GET', 'HEAD'] : [method];

const weighedCalls: readonly WeighedCall[] = declaredCalls.flatMap(([name, call]) => {
  const ofFile = call.file && { weight: fileWeights[call.file], isHeavy: false };
  const weight = callWeights[name as CallName | AdminCallName] ?? ofFile;
  const pattern = new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return weight ? methodsOf(call).map((method) => ({ method, pattern, weight })) : [];
});

const weightOfCall = (method: string, path: string): Weight =>
  weighedCalls.find((call) => call.method === method && call.pattern.test(path))?.weight ?? light;

/** Paths that are never queued; all other URLs render a page. A signature protects the gateway webhook. */
const unlimited: Readonly<Record<string, RegExp>> = {
  GET: /^\/(?:assets\/.*|auth\/oidc(?:\/callback)?|staff\/approvals\/callback)$/,
  HEAD: /^\/assets\//,
  POST: /^\/(?:auth\/sandbox|auth\/oidc\/back-channel-logout|webhooks\/gateway|sign-out(?:\/everywhere)?)$/,
};

const ofSandbox = /^\/(?:sandbox|design)(?:\/|$)/;

const slugIn = /^\/(?:platform\/organizations|org)\/([\w-]{1,100})(?:\/|$)/;
const fileName = /\.[a-z0-9]{1,8}$/i;

/** Returns how a request counts for the limits; null for a request that is never queued. */
export function requestKind(method: string, path: string, mode: 'embedded' | 'production'): RequestKind | null {
  if (unlimited[method]?.test(path) === true || (mode === 'embedded' && ofSandbox.test(path))) return null;
  if (path.startsWith('/admin/')) return { counts: 'key', ...weightOfCall(method, path) };
  const slug = slugIn.exec(path)?.[1];
  const named = slug === undefined ? {} : { slug };
  if (path.startsWith('/platform/')) return { counts: 'caller', ...weightOfCall(method, path), ...named };
  if (path === '/mcp') return { counts: 'caller', ...program };
  const isPage = (method === 'GET' || method === 'HEAD') && !fileName.test(path);
  return isPage ? { counts: 'caller', ...page, ...named } : { counts: 'address', ...light };
}
