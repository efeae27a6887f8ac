import { z } from 'zod';

/**
 * What the readers of the gateway's objects share. The SDK takes any JSON without an `error` for success, so what is used
 * is checked in these files: the kind of object, its id, and every field that money depends on.
 */

/** A linked object: its id, or the object itself where it was expanded. */
export const linkedId = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id));
export const linkOrNull = linkedId.nullish().transform((value) => value ?? null);
/** The first thing that is wrong, by the name of the field and never by its value. */
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
