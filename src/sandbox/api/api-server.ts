import type { GatewayCore } from '#sandbox/core.ts';
import type { RequestFault } from '#sandbox/faults.ts';
import { shortDigest, newId } from '#sandbox/ids.ts';
import { apiVersion } from '#sandbox/render.ts';
import type { StoredAnswer } from '#sandbox/store/entries.ts';
import { answerLifeMs } from '#sandbox/store/state.ts';
import { keyOf, requireSecretKey, type Keys } from './auth.ts';
import { breakAfter, breakBefore, edgeProblem, holdUp, serverError } from './breakage.ts';
import type { Endpoint, KeyKind } from './endpoint.ts';
import { checkExpand } from './expand.ts';
import { decodeForm, type RawGroup } from './form.ts';
import { answerOutcome, problemOutcome, type Outcome } from './outcome.ts';
import { parseGroup, type Shape, type Values } from './params.ts';
import { ApiProblem, invalidRequest } from './problem.ts';
import { RequestLog } from './request-log.ts';
import { findRoute } from './routes.ts';

export interface ApiSettings {
  keys: Keys;
  hangMs: number;
  onError: (error: unknown) => void;
}

interface Prepared {
  endpoint: Endpoint;
  values: Record<string, string>;
  key: KeyKind;
  params: Values<Shape>;
  expandPaths: string[][];
  idempotency: { key: string; fingerprint: string } | null;
}

interface Executed extends Outcome {
  /** True if the charge was made but the server must not send the response. */
  lost?: boolean;
}

const maxBodyBytes = 256 * 1024;

export class ApiServer {
  readonly requests = new RequestLog();
  private readonly core: GatewayCore;
  private readonly settings: ApiSettings;
  private readonly inProgress = new Set<string>();

  constructor(core: GatewayCore, settings: ApiSettings) {
    this.core = core;
    this.settings = settings;
  }

  /** Answers one API request. `path` is relative to /v1, such as `/customers`. Throws ConnectionLost if no response can be sent. */
  async handle(request: Request, path: string): Promise<Response> {
    const requestId = newId('req');
    const idempotencyKey = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    const fault = this.core.faults.takeForRequest(request.method, path, idempotencyKey);
    await breakBefore(fault, request.signal, this.settings.hangMs);
    const outcome = await this.answer(request, path, requestId, idempotencyKey, fault);
    const { status, body, headers } = outcome;
    this.requests.add({
      atMs: this.core.nowMs,
      method: request.method,
      path,
      status,
      requestId,
      idempotencyKey,
      replayed: 'idempotent-replayed' in headers,
      fault: fault?.effect ?? null,
    });
    await breakAfter(fault, outcome.lost === true, request.signal, this.settings.hangMs);
    return new Response(body, {
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'request-id': requestId,
        'stripe-version': apiVersion,
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
    });
  }

  private async answer(
    request: Request,
    path: string,
    requestId: string,
    idempotencyKey: string | null,
    fault: RequestFault | null,
  ): Promise<Executed> {
    try {
      const edge = edgeProblem(fault);
      if (edge) throw edge;
      const prepared = await this.prepare(request, path, idempotencyKey);
      this.core.runDueJobs();
      const replayed = this.replay(prepared);
      if (replayed) return replayed;
      const executed = this.execute(prepared, path, requestId, fault);
      await this.holding(prepared.idempotency?.key ?? null, () => holdUp(fault, request.signal));
      return executed;
    } catch (error) {
      if (error instanceof ApiProblem) return problemOutcome(error);
      this.settings.onError(error);
      return problemOutcome(serverError());
    }
  }

  /** Marks the idempotency key as in use until the change is on disk. Until then, a repeated request gets an error. */
  private async holding(key: string | null, alsoWait: () => Promise<void>): Promise<void> {
    if (key !== null) this.inProgress.add(key);
    try {
      await Promise.all([this.core.durable(), alsoWait()]);
    } finally {
      if (key !== null) this.inProgress.delete(key);
    }
  }

  private async prepare(request: Request, path: string, idempotencyKey: string | null): Promise<Prepared> {
    const raw = await rawParameters(request);
    const keyParameter = typeof raw['key'] === 'string' ? raw['key'] : undefined;
    const key = keyOf(request.headers.get('authorization'), keyParameter, this.settings.keys);
    delete raw['key'];
    const version = request.headers.get('stripe-version');
    if (version !== null && version !== apiVersion)
      throw invalidRequest(`Invalid Stripe API version: ${version}. This sandbox answers ${apiVersion}.`);
    const route = findRoute(request.method, path);
    if (!route)
      throw new ApiProblem(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${request.method}: /v1${path}).` });
    if (route.endpoint.access === 'secret_key') requireSecretKey(key);
    if (idempotencyKey !== null && (idempotencyKey === '' || idempotencyKey.length > 255))
      throw invalidRequest('Idempotency keys must have 1 to 255 characters.');
    const params = parseGroup(raw, route.endpoint.shape);
    const expandPaths = checkExpand((params['expand'] as string[] | undefined) ?? [], route.endpoint.object, route.endpoint.isList);
    const fingerprint = idempotencyKey === null ? '' : shortDigest(this.core.settings.salt, JSON.stringify([path, key, raw]), 32);
    return { ...route, key, params, expandPaths, idempotency: idempotencyKey === null ? null : { key: idempotencyKey, fingerprint } };
  }

  /** Returns the stored response for the key, or null for a new key. Throws if the key is in use or belongs to another request. */
  private replay({ idempotency }: Prepared): Outcome | null {
    if (!idempotency) return null;
    const { key, fingerprint } = idempotency;
    if (this.inProgress.has(key)) {
      throw new ApiProblem(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (you probably submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      });
    }
    const stored = this.core.state.answers.get(key);
    if (!stored || stored.atMs + answerLifeMs <= this.core.nowMs) return null;
    if (stored.fingerprint !== fingerprint) {
      throw new ApiProblem(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    const headers = {
      'idempotent-replayed': 'true',
      'original-request': stored.requestId,
      ...(stored.status >= 500 && { 'stripe-should-retry': 'false' }),
    };
    return { status: stored.status, body: stored.body, headers };
  }

  private execute(
    { endpoint, values, params, key, expandPaths, idempotency }: Prepared,
    path: string,
    requestId: string,
    fault: RequestFault | null,
  ): Executed {
    const request = { id: requestId, idempotency_key: idempotency?.key ?? null };
    let tx = this.core.begin(request);
    let outcome: Outcome;
    try {
      const answer = endpoint.run({ tx, params, key, path: (name) => values[name] ?? '' });
      outcome = answerOutcome(answer, expandPaths, tx, key);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!error.keepsChanges) tx = this.core.begin(request);
      outcome = problemOutcome(error, { tx, key });
    }
    if (fault?.effect === 'server_error_after') outcome = problemOutcome(serverError());
    // Does not store the response to a refused card. The stored entry would contain a digest of the card number, which may be real.
    const remembered = outcome.status === 200 || endpoint.path !== '/payment_methods';
    const stored: StoredAnswer | undefined =
      idempotency && remembered
        ? { ...idempotency, path, requestId, status: outcome.status, body: outcome.body, atMs: tx.nowMs }
        : undefined;
    this.core.commit(tx, stored);
    return { ...outcome, lost: tx.answerIsLost };
  }
}

async function rawParameters(request: Request): Promise<RawGroup> {
  if (request.method !== 'POST') return decodeForm(new URL(request.url).search.slice(1));
  const type = request.headers.get('content-type') ?? 'application/x-www-form-urlencoded';
  const body = await request.text();
  if (body.length > maxBodyBytes) throw invalidRequest('The request body is too large.');
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw invalidRequest(`Unsupported content type: ${type}. Send application/x-www-form-urlencoded.`);
  return decodeForm(body);
}
