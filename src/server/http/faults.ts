import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '#server/store/faults.ts';
import { PlatformError } from './platform-error.ts';

/** Lets a read of an organization go wrong as its script says. */
export async function sufferFault(fault: Fault): Promise<void> {
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.message !== null) throw new PlatformError('internal_error', fault.message);
}
