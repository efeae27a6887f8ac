import { adminCallTable } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { callTable } from '#contract/calls.ts';
import { isRead, type CallDeclaration } from '#contract/declaration.ts';
import type { Objective, ObjectiveOutcome } from './metrics.ts';

/** An answer that takes longer counts against the objective. Seconds; a money write waits for the gateway. */
const slowAfter: Readonly<Record<Objective, number>> = { page_reads: 1, money_writes: 5 };

const isPageRead = (call: CallDeclaration): boolean => call.access !== 'service' && isRead(call);

/** The objective of each call that belongs to one, by the name of its route. */
const objectives: ReadonlyMap<string, Objective> = new Map<string, Objective>([
  ...Object.entries<CallDeclaration>(callTable).flatMap(([name, call]): [string, Objective][] => {
    if (call.idempotent) return [[name, 'money_writes']];
    return isPageRead(call) ? [[name, 'page_reads']] : [];
  }),
  ...Object.entries<AdminCallDeclaration>(adminCallTable).flatMap(([name, call]): [string, Objective][] =>
    call.staffAction ? [[`admin.${name}`, 'money_writes']] : [],
  ),
]);

/** The objective that a request counts for; null for all others, such as files, probes and usage. */
export function objectiveOf(route: string, method: string): Objective | null {
  if (route === 'page') return method === 'GET' || method === 'HEAD' ? 'page_reads' : null;
  return objectives.get(route) ?? null;
}

/** A declined card or a missing permission is a good answer: only a failure of the platform is none. */
export function objectiveOutcome(objective: Objective, status: number, seconds: number): ObjectiveOutcome {
  if (status >= 500) return 'failed';
  return seconds > slowAfter[objective] ? 'slow' : 'good';
}
