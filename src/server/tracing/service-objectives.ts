import { adminCallTable } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { callTable } from '#contract/calls.ts';
import { isRead, type CallDeclaration } from '#contract/declaration.ts';
import type { Objective, ObjectiveOutcome } from './metrics.ts';

/** Seconds after which a response misses its objective. Writes that move money have more time, because they wait for the gateway. */
const slowAfter: Readonly<Record<Objective, number>> = { page_reads: 1, money_writes: 5 };

const isPageRead = (call: CallDeclaration): boolean => call.access !== 'service' && isRead(call);

const objectives: ReadonlyMap<string, Objective> = new Map<string, Objective>([
  ...Object.entries<CallDeclaration>(callTable).flatMap(([name, call]): [string, Objective][] => {
    if (call.idempotent) return [[name, 'money_writes']];
    return isPageRead(call) ? [[name, 'page_reads']] : [];
  }),
  ...Object.entries<AdminCallDeclaration>(adminCallTable).flatMap(([name, call]): [string, Objective][] =>
    call.staffAction ? [[`admin.${name}`, 'money_writes']] : [],
  ),
]);

/** Returns the service objective that counts a request; null for requests without an objective, such as files, probes and usage. */
export function objectiveOf(route: string, method: string): Objective | null {
  if (route === 'page') return method === 'GET' || method === 'HEAD' ? 'page_reads' : null;
  return objectives.get(route) ?? null;
}

/** A request with a declined card or a missing permission is `good`: only platform failures count. */
export function objectiveOutcome(objective: Objective, status: number, seconds: number): ObjectiveOutcome {
  if (status >= 500) return 'failed';
  return seconds > slowAfter[objective] ? 'slow' : 'good';
}
