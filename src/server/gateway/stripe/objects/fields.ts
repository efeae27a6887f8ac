import { z } from 'zod';

/**
 * Validators of fields that affect money. They are needed because the SDK validates no fields: it accepts any JSON without `error` as a
 * success.
 */

export const linkedId = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id));
export const linkOrNull = linkedId.nullish().transform((value) => value ?? null);
/** Name of the first invalid field and its problem, never the value of the field. */
export const problemIn = ({ issues: [first] }: z.ZodError): string =>
  `${first?.path.join('.') || 'object'}: ${first?.message ?? 'invalid'}`;
export const metadataField = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
export const centsField = z.int();
export const secondsField = z.int();
export const textOrNull = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
