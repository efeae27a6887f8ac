import type { Config } from '#server/settings/config.ts';
import { originFor } from '#server/settings/server-origins.ts';
import { isLoopback } from '#server/settings/transport-settings.ts';
import { invalidRequest } from '#server/platform-error.ts';
import type { HttpContext } from './environment.ts';

export interface RequestFacts {
  readonly requestId: string;
  /** Request ID that the client sent; null if it is absent or invalid. */
  readonly callerRequestId: string | null;
  readonly origin: () => string;
}

const callerIdForm = /^[A-Za-z0-9_-]{8,64}$/;

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

/** @throws {PlatformError} 400 if the idempotency key is malformed */
export function refuseOtherKeyForm(idempotencyKey: string | null): void {
  if (idempotencyKey === null || idempotencyKeyForm.test(idempotencyKey)) return;
  throw invalidRequest([{ path: 'header.Idempotency-Key', message: 'must be 1 to 255 printable characters without spaces' }]);
}

/** Whether a request comes from this machine. The host name is checked to block DNS rebinding. @param remoteAddress the socket's address */
export function isFromThisMachine(request: Request, remoteAddress: string | undefined): boolean {
  const isPassedOn = request.headers.has('Forwarded') || request.headers.has('X-Forwarded-For');
  const sender = remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return !isPassedOn && isLoopback(sender) && isLoopback(new URL(request.url).hostname);
}
