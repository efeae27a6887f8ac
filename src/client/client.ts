// Runtime of the published client. This file has no imports, because the client is packed as one file without dependencies.

/** An operation of an API: method, path, and the value of the `Version` header. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly version: string | undefined;
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Idempotency key, which makes a write safe to repeat: a second request with the same key has no further effect. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface ClientOptions {
  /** Origin of the platform, for example https://billing.example.com. */
  readonly url: string;
  /** Key of the admin API, or token of an organization. */
  readonly token: string;
  readonly fetch?: typeof fetch;
  /** Maximum number of repetitions after a lost connection, a 5xx, or a 429 `busy`. Default: 3. */
  readonly retries?: number;
  /** Called with every response, for example to read the headers `RateLimit` and `X-Total-Count`. */
  readonly onResponse?: (response: Response, name: string) => void;
}

type Call = (input?: CallInput) => Promise<unknown>;
type Api = Readonly<Record<string, Call>>;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** Invalid fields by path, for example `body.tier`. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** Seconds after which the request can be repeated; null if the response does not say this. */
  readonly retryAfterSeconds: number | null;
  /** Response body, for example with the new `quote`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(response: Response, body: Record<string, any>) {
    super(body['message'] ?? `The platform answered ${response.status}`);
    this.status = response.status;
    this.code = body['code'] ?? 'unknown';
    this.requestId = body['request_id'] ?? null;
    this.errors = body['errors'] ?? [];
    const seconds = response.headers.get('Retry-After');
    this.retryAfterSeconds = seconds === null ? null : Number(seconds);
    this.body = body;
  }
}

const longestWaitSeconds = 30;

/** Returns the number of seconds to wait before the next repetition; null if the request must not be repeated. */
function waitBefore(error: unknown, repeats: number): number | null {
  const usual = Math.min(2 ** repeats, longestWaitSeconds);
  if (!(error instanceof ApiError)) return error instanceof TypeError ? usual : null;
  if (error.status < 500 && error.code !== 'busy') return null;
  const seconds = error.retryAfterSeconds ?? usual;
  return seconds <= longestWaitSeconds ? seconds : null;
}

async function readAnswer(response: Response, method: string): Promise<unknown> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
  if (!response.ok) throw new ApiError(response, isJson ? ((await response.json()) as Record<string, unknown>) : {});
  if (response.status === 204) return undefined;
  // For a file or a HEAD request, returns the response itself: the caller reads the file or the headers.
  return isJson && method !== 'HEAD' ? response.json() : response;
}

function requestOf(
  options: ClientOptions,
  { method, path, version }: Operation,
  { params = {}, query = {}, body, idempotencyKey, signal }: CallInput,
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`The parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
  const url = new URL(filled, options.url);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = { Authorization: `Bearer ${options.token}` };
  if (version !== undefined) headers['Version'] = version;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  return { url, init: { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...(signal && { signal }) } };
}

function createApi(operations: ReadonlyMap<string, Operation>, options: ClientOptions): Api {
  const { fetch: send = fetch, retries = 3, onResponse } = options;
  const callOf =
    (name: string, operation: Operation): Call =>
    async (input = {}) => {
      const { url, init } = requestOf(options, operation, input);
      // Without an idempotency key, a repeated POST or PATCH could have a second effect, so the client does not repeat it.
      const isSafe = /GET|HEAD|PUT|DELETE/.test(operation.method) || input.idempotencyKey !== undefined;
      for (let repeats = 0; ; repeats++) {
        try {
          const response = await send(url, init);
          onResponse?.(response, name);
          return await readAnswer(response, operation.method);
        } catch (error) {
          const seconds = isSafe && repeats < retries ? waitBefore(error, repeats) : null;
          if (seconds === null) throw error;
          await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        }
      }
    };
  return Object.fromEntries([...operations].map(([name, operation]) => [name, callOf(name, operation)]));
}

/** Reads a table of operations. Each row has a name, method, path and, if required, a version. */
const readTable = (table: string): ReadonlyMap<string, Operation> =>
  new Map(
    table.split('\n').map((line) => {
      const [name = '', method = '', path = '', version] = line.split(' ');
      return [name, { method, path, version }];
    }),
  );

/** Returns a function that creates a client per API. @param tables operations by API */
export const clientOf =
  (tables: Readonly<Record<string, string>>) =>
  (options: ClientOptions): Readonly<Record<string, Api>> =>
    Object.fromEntries(Object.entries(tables).map(([api, table]) => [api, createApi(readTable(table), options)]));

/** Yields the pages of a list. @param read returns the page at a cursor, or the first page if the cursor is undefined */
export async function* everyPage<T extends { readonly next_cursor: string | null }>(read: (cursor: string | undefined) => Promise<T>) {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

const oldestSeconds = 300;

/**
 * Returns the parsed body; null if the signature is wrong, or if the webhook's timestamp and `nowMs` are over five minutes apart.
 * @param body the unparsed body
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  nowMs = Date.now(),
): Promise<unknown> {
  const header = (name: string): string => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [id, sentAt] = [header('webhook-id'), header('webhook-timestamp')];
  if (!(Math.abs(nowMs / 1000 - Number(sentAt || Number.NaN)) <= oldestSeconds)) return null;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), hmac, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  for (const signature of header('webhook-signature').split(' ')) {
    const [scheme, base64 = ''] = signature.split(',');
    if (scheme !== 'v1' || !/^[A-Za-z0-9+/]{43}=$/.test(base64)) continue;
    if (await crypto.subtle.verify(hmac, key, bytesOf(base64), signed)) return JSON.parse(body);
  }
  return null;
}
