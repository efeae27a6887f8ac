import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import type { CallInput } from '#contract/types.ts';
import { CallError } from '#lib/call-error.ts';
import type { ServerCall } from '#lib/page-request.ts';
import type { Context } from '#server/context.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Caller } from './environment.ts';
import type { RequestFacts } from './request-facts.ts';
import { runCall } from './run-call.ts';

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

const asTexts = (query: AnyInput['query'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));

/** Returns a function that makes API calls for the page renderer, with the same checks as over HTTP. */
export function serverCall(context: Context, caller: Caller, facts: RequestFacts): ServerCall {
  return async <N extends CallName>(name: N, input: CallInput<N>) => {
    const anyInput = input as AnyInput;
    const declaration: CallDeclaration = callTable[name];
    try {
      const { data, totalCount } = await runCall(context, name, caller, {
        params: anyInput.params ?? {},
        query: () => asTexts(anyInput.query),
        body: () => Promise.resolve(anyInput.body),
        version: () => declaration.version ?? null,
        idempotencyKey: () => anyInput.idempotencyKey ?? null,
        ...facts,
        pageOrigin: null,
      });
      return { data, totalCount };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw new CallError(error.message, { status: error.status, code: error.code, requestId: facts.requestId, fields: error.fields });
    }
  };
}
