import { setTimeout as wait } from 'node:timers/promises';
import type { CallName } from '#contract/calls.ts';
import type { Context } from '#server/context.ts';
import type { Fault } from '#server/store/faults.ts';
import { PlatformError } from '#server/platform-error.ts';

type Embedded = Pick<Context, 'payments'>;

export function failAsScripted({ payments }: Embedded, call: CallName): void {
  if (payments.sandbox?.gateway?.faults.takeForPlatform('call_fails', call))
    throw new PlatformError('internal_error', 'This call was broken on purpose');
}

export const withoutScripted = <T extends string>({ payments }: Embedded, extensions: readonly T[]): T[] =>
  extensions.filter((name) => !payments.sandbox?.gateway?.faults.takeForPlatform('extension_missing', name));

export async function applySeededFault(fault: Fault): Promise<void> {
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.message !== null) throw new PlatformError('internal_error', fault.message);
}
