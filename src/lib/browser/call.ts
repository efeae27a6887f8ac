import type { CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { pageCalls } from '#contract/page-calls.ts';
import type { ApiErrorBody, CallInput, CallResponse } from '#contract/types.ts';
import { CallError, unreachableError } from '#lib/call-error.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { loadCode } from './new-build.ts';
import { recordServerTime } from './server-now.ts';

export interface CallResult<N extends CallName> {
  readonly data: CallResponse<N>;
  /** HTTP status, for calls with several success statuses. */
  readonly status: number;
  readonly totalCount: string | null;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** API origin in the page-only build; empty if the page and the API have the same origin. */
const origin: string = import.meta.env.VITE_API_URL ?? '';

/** False if the platform has another origin. Links to another origin cannot carry the bearer token. */
export const isSameOrigin: boolean = origin === '';

export type TokenSource = () => string | null | Promise<string | null>;

let bearerToken: TokenSource = () => null;

/** Every call reads the token from the source, so that the token can be renewed at any time. */
export function authorizeWith(source: TokenSource): void {
  bearerToken = source;
}

function addressOf(declaration: CallDeclaration, input: AnyInput): string {
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value) return encodeURIComponent(value);
    // oxlint-disable-next-line no-console -- the specification wants it in the log
    if (name === 'slug') console.warn(pageTexts.slugRequired);
    throw new CallError(`${name} is required`, { status: null, code: 'missing_parameter' });
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value));
  const search = query.toString();
  return origin + path + (search && `?${search}`);
}

/** Returns the declaration of a call. The first call that is not in `pageCalls` loads all other declarations. */
async function declarationOf(name: CallName): Promise<CallDeclaration> {
  const known: Partial<Record<CallName, CallDeclaration>> = pageCalls;
  const declaration = known[name];
  if (declaration) return declaration;
  const { moneyCalls } = await loadCode(() => import('#contract/money-calls.ts'));
  return moneyCalls[name as keyof typeof moneyCalls];
}

async function headersOf(declaration: CallDeclaration, input: AnyInput): Promise<Headers> {
  const headers = new Headers({ Accept: 'application/json' });
  if (declaration.version) headers.set('Version', declaration.version);
  if (declaration.body) headers.set('Content-Type', 'application/json');
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey);
  return authorized(headers);
}

async function authorized(headers: Headers): Promise<Headers> {
  const token = origin ? await bearerToken() : null;
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/** Fetches a file from a platform on another origin, authorized in the same way as calls. @throws {CallError} like `callPlatform` */
export async function fetchFile(address: string): Promise<Response> {
  const headers = await authorized(new Headers());
  const response = await fetch(new URL(address, origin), { headers, credentials: 'omit' }).catch(() => {
    throw unreachableError();
  });
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => null)) as Partial<ApiErrorBody> | null;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new CallError(body?.message ?? `The platform answered with status ${response.status}`, {
    status: response.status,
    code: body?.code ?? 'unknown',
    requestId: body?.request_id ?? null,
    fields: body?.errors ?? [],
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
    body,
  });
}

/** Calls the platform. @throws {CallError} for every error status; `status` is null if no response arrived */
export async function callPlatform<N extends CallName>(name: N, input: CallInput<N>, signal?: AbortSignal): Promise<CallResult<N>> {
  const anyInput = input as AnyInput;
  const declaration = await declarationOf(name);
  const address = addressOf(declaration, anyInput);
  let response: Response;
  try {
    response = await fetch(address, {
      method: declaration.method,
      headers: await headersOf(declaration, anyInput),
      credentials: origin ? 'omit' : 'same-origin',
      ...(declaration.body ? { body: JSON.stringify(anyInput.body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachableError();
  }
  recordServerTime(response.headers.get('Date'));
  if (!response.ok) throw await failureOf(response);
  const data = declaration.response ? await response.json() : undefined;
  return { data: data as CallResponse<N>, status: response.status, totalCount: response.headers.get('X-Total-Count') };
}
