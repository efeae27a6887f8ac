import { z } from 'zod/mini';
import { isPrintable } from '#contract/limits.ts';

const mostKeys = 50;
const longestValue = 500;

const Key = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,40}$/, 'must be 1 to 40 letters, digits, _, ., : and -'));
const Value = z
  .string()
  .check(
    z.maxLength(longestValue, `must have at most ${longestValue} characters`),
    z.refine(isPrintable, "contains characters that aren't allowed"),
  );

/** Metadata of the operator. Replaces the stored metadata; if absent, the stored metadata stays. */
export const MetadataInput = z
  .record(Key, Value)
  .check(z.refine((values) => Object.keys(values).length <= mostKeys, `must have at most ${mostKeys} keys`));

export const Metadata = z.record(z.string(), z.string());

export const InvoiceMetadataInput = z.strictObject({ metadata: MetadataInput });
