import type { ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { HttpContext, HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Config } from '#server/settings/config.ts';
import { FairQueue, type Share, type Ticket } from '#server/fairness/fair-queue.ts';
import { requestKind } from './request-kinds.ts';
import { shareOf } from './request-share.ts';

export function busyError({ waitSeconds }: Config['requestLimits']): PlatformError {
  const seconds = Math.max(1, waitSeconds);
  const message = `Too many requests are under way at once. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new PlatformError('busy', message, { headers: { 'Retry-After': String(seconds) } });
}

class RequestQueue {
  readonly #queue: FairQueue;
  readonly #busy: () => PlatformError;
  #timer: NodeJS.Timeout | null = null;

  constructor({ config: { requestLimits } }: Pick<WebContext, 'config'>) {
    const { mostWaiting, waitSeconds, mostHeavy } = requestLimits;
    this.#queue = new FairQueue({ mostWaiting, waitMs: waitSeconds * 1000, mostHeavy });
    this.#busy = () => busyError(requestLimits);
  }

  /** Waits until the request may start. @param whenClosed registers a callback for disconnects @throws {PlatformError} 429 `busy`; 499 */
  enter(share: Share, whenClosed: (leave: () => void) => void): Promise<{ readonly ticket: Ticket; readonly hasWaited: boolean }> {
    return new Promise((resolve, reject) => {
      const begin: { ticket: Ticket | null } = { ticket: null };
      let hasWaited = false;
      const ticket = this.#queue.enter(share, performance.now(), (outcome) => {
        if (outcome === 'busy') reject(this.#busy());
        // The queue may call this function before `enter` has returned the ticket.
        else if (begin.ticket) resolve({ ticket: begin.ticket, hasWaited });
      });
      begin.ticket = ticket;
      if (!ticket) return reject(this.#busy());
      if (ticket.state !== 'waiting') return resolve({ ticket, hasWaited });
      hasWaited = true;
      this.#setTimer();
      whenClosed(() => {
        if (ticket.state !== 'waiting') return;
        this.#queue.leave(ticket);
        reject(new PlatformError('client_closed_request', 'The request was interrupted'));
      });
    });
  }

  finishComputing = (ticket: Ticket): void => this.#queue.finishComputing(ticket);
  leave = (ticket: Ticket): void => this.#queue.leave(ticket);

  #setTimer(): void {
    const deadlineMs = this.#queue.nextDeadlineMs();
    if (this.#timer !== null || deadlineMs === null) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#queue.expire(performance.now());
        this.#setTimer();
      },
      Math.max(1, Math.ceil(deadlineMs - performance.now())),
    );
    this.#timer.unref();
  }
}

/** Returns the response object of Node's server; undefined if the request came over another transport. */
const responseOf = (c: HttpContext): ServerResponse | undefined => (c.env as { readonly outgoing?: ServerResponse } | undefined)?.outgoing;

/** Queues requests. A request counts until its response is sent, or until its handler ends if the client has disconnected. */
export function takeTurns(context: WebContext): MiddlewareHandler<HttpEnvironment> {
  const queue = new RequestQueue(context);
  const { mode } = context.config;
  return async (c, next) => {
    const kind = requestKind(c.req.method, c.req.path, mode);
    if (kind === null) return next();
    const { share, caller } = await shareOf(context, c, kind);
    if (caller) c.set('caller', caller);
    if (share === null) return next();

    const response = responseOf(c);
    let isClosed = response === undefined || response.destroyed;
    let onClose = (): void => undefined;
    response?.once('close', () => {
      isClosed = true;
      onClose();
    });
    const { ticket, hasWaited } = await queue.enter(share, (leave) => {
      onClose = leave;
      if (response && isClosed) leave();
    });
    // Deletes the cached identity after a wait, because the session may have ended during the wait.
    if (hasWaited) caller?.forget();
    try {
      await next();
    } finally {
      queue.finishComputing(ticket);
      if (isClosed) queue.leave(ticket);
      else onClose = () => queue.leave(ticket);
    }
    return undefined;
  };
}
