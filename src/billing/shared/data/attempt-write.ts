import { useRef } from 'react';
import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import { refusedBeforeStart } from '#lib/browser/call-with-retries.ts';
import { useWrite, type Write, type WriteOptions } from './write.ts';

/** True if the response is final. Without a final response, the next press repeats the same request. */
const isSettled = (status: number | null): boolean => status !== null && status < 500 && !refusedBeforeStart.includes(status);

/** Reuses the idempotency key until a final response arrives. A changed input gets a new key. */
export function useAttemptWrite<N extends CallName>(name: N, options: WriteOptions<N>): Write<N> {
  const { write, ...rest } = useWrite(name, options);
  const attempt = useRef<{ readonly key: string; readonly input: string } | null>(null);
  return {
    ...rest,
    write: async (input: CallInput<N>) => {
      const text = JSON.stringify(input);
      if (attempt.current?.input !== text) attempt.current = { key: crypto.randomUUID(), input: text };
      const result = await write({ ...(input as object), idempotencyKey: attempt.current.key } as CallInput<N>);
      if (result.ok || isSettled(result.error.status)) attempt.current = null;
      return result;
    },
  };
}
