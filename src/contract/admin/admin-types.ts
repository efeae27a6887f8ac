import type { z } from 'zod/mini';
import type { AdminCallName, AdminCalls } from './admin-calls.ts';
import type { adminSchemas, AdminSchemaName } from './admin-schemas.ts';

export type AdminShape<N extends AdminSchemaName> = z.output<(typeof adminSchemas)[N]>;

type Part<C, K extends string> = C extends { readonly [P in K]: infer N extends AdminSchemaName } ? N : never;

export interface AdminInput<N extends AdminCallName> {
  params: [Part<AdminCalls[N], 'params'>] extends [never] ? Record<string, never> : AdminShape<Part<AdminCalls[N], 'params'>>;
  query: [Part<AdminCalls[N], 'query'>] extends [never] ? Record<string, never> : AdminShape<Part<AdminCalls[N], 'query'>>;
  body: [Part<AdminCalls[N], 'body'>] extends [never] ? undefined : AdminShape<Part<AdminCalls[N], 'body'>>;
}

export type AdminResponse<N extends AdminCallName> = [Part<AdminCalls[N], 'response'>] extends [never]
  ? undefined
  : AdminShape<Part<AdminCalls[N], 'response'>> | (AdminCalls[N] extends { readonly alsoEmpty: 204 } ? undefined : never);
