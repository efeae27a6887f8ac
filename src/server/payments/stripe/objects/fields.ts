import { z } from 'zod';

/**
 * What the readers of the gateway's objects share. The SDK takes any JSON without an `error` for success, so what is used
 * is checked in these files: the kind of object, its id, and every field that money depends on.
 */

/** A linked object: its id, or the object itself where it was expanded. */
export const link = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id));
export const linkOrNull = link.nullish().transform((value) => value ?? null);
export const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
export const cents = z.int();
export const seconds = z.int();
export const textOrNull = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
