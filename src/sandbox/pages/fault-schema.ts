import { z } from 'zod';
import { eventEffects, platformEffects, requestEffects, type Fault } from '#sandbox/faults.ts';

/** Reads an empty form field as an absent value, because form fields are always text. */
const blankToAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankToAbsent, schema.optional());

const times = z.preprocess(blankToAbsent, z.coerce.number().int().min(1).max(1000).default(1));

const schema = z.discriminatedUnion('on', [
  z.strictObject({
    on: z.literal('request'),
    effect: z.enum(requestEffects as [string, ...string[]]),
    method: optional(z.enum(['GET', 'POST', 'DELETE'])),
    path: optional(z.string().startsWith('/')),
    keyContains: optional(z.string()),
    delayMs: optional(z.coerce.number().int().min(0).max(120_000)),
    retryAfterSeconds: optional(z.coerce.number().int().min(0).max(3600)),
    times,
  }),
  z.strictObject({ on: z.literal('event'), effect: z.enum(eventEffects as [string, ...string[]]), type: optional(z.string()), times }),
  z.strictObject({ on: z.literal('script'), effect: z.literal('missing'), file: optional(z.string()), times }),
  z.strictObject({ on: z.literal('platform'), effect: z.enum(platformEffects as [string, ...string[]]), name: z.string().min(1), times }),
  z.strictObject({ on: z.literal('captcha'), effect: z.literal('challenge'), times }),
]);

export function readFault(input: unknown): { ok: true; fault: Fault } | { ok: false; message: string } {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, fault: withoutAbsent(parsed.data) as unknown as Fault };
  const [issue] = parsed.error.issues;
  return { ok: false, message: `${issue?.path.join('.') || 'fault'}: ${issue?.message ?? 'invalid'}` };
}

const withoutAbsent = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
