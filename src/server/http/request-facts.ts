import type { Config } from '#server/settings/config.ts';
import { originFor } from '#server/settings/server-origins.ts';
import { isLoopback } from '#server/settings/transport-settings.ts';
import { invalidRequest } from '#server/platform-error.ts';
import type { HttpContext } from './environment.ts';

/** What a request is known by, and where its sender reaches the pages: the same over HTTP and in process. */
export interface RequestFacts {
  /** Made here, so that no two requests have the same. */
  readonly requestId: string;
  /** As the caller sent it; null where it sent none that can be kept. */
  readonly callerRequestId: string | null;
  /** Where browsers reach this server, as far as the request may say so. */
  readonly origin: () => string;
}

const callerIdForm = /^[A-Za-z0-9_-]{8,64}$/;

/** The id that a caller gave its request, where it is one. */
export const callerRequestId = (request: Request): string | null => {
  const callerId = request.headers.get('X-Request-Id');
  return callerId !== null && callerIdForm.test(callerId) ? callerId : null;
};

export const requestFacts = (config: Config, c: HttpContext): RequestFacts => ({
  requestId: c.get('requestId'),
  callerRequestId: callerRequestId(c.req.raw),
  origin: () => originFor(config, c.req.url),
});

const idempotencyKeyForm = /^[\x21-\x7e]{1,255}$/;

/** @throws {PlatformError} 400 for an `Idempotency-Key` that is none */
export function refuseOtherKeyForm(idempotencyKey: string | null): void {
  if (idempotencyKey === null || idempotencyKeyForm.test(idempotencyKey)) return;
  throw invalidRequest([{ path: 'header.Idempotency-Key', message: 'must be 1 to 255 printable characters without spaces' }]);
}

/**
 * Whether a browser or a program on this machine has sent a request to a loopback name. A proxy says that it passes
 * requests of others; a page that gives its own name the address of this machine does not send a loopback name.
 * @param remoteAddress of the socket, as Node gives it
 */
export function isFromThisMachine(request: Request, remoteAddress: string | undefined): boolean {
  const isPassedOn = request.headers.has('Forwarded') || request.headers.has('X-Forwarded-For');
  const sender = remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return !isPassedOn && isLoopback(sender) && isLoopback(new URL(request.url).hostname);
}
