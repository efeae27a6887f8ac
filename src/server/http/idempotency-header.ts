import { invalidRequest } from '#server/platform-error.ts';

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** @throws {PlatformError} 400 for an `Idempotency-Key` that is none */
export function refuseOtherKeyForm(idempotencyKey: string | null): void {
  if (idempotencyKey === null || keyForm.test(idempotencyKey)) return;
  throw invalidRequest([{ path: 'header.Idempotency-Key', message: 'must be 1 to 255 printable characters without spaces' }]);
}
