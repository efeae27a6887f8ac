import type { CallDeclaration } from './declaration.ts';
import { moneyCalls } from './money-calls.ts';
import { pageCalls } from './page-calls.ts';
import { programCalls } from './program-calls.ts';

/** Source of routing, request validation, the typed client, query keys, permissions and the OpenAPI document. */
export const callTable = { ...pageCalls, ...moneyCalls, ...programCalls } as const satisfies Record<string, CallDeclaration>;

export type Calls = typeof callTable;
export type CallName = keyof Calls;
