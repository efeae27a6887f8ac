import { z } from 'zod/mini';
import { isPrintable, namesNoAddress } from './limits.ts';

/** Schema of one line of typed text: trimmed, without unprintable characters. */
export const typedLine = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'is required' : `must have at least ${min} characters`),
      z.maxLength(max, `must have at most ${max} characters`),
      z.refine(isPrintable, "contains characters that aren't allowed"),
    );

/** Schema of a typed name that emails print: one line that contains no web address. */
export const typedName = (min: number, max: number) =>
  typedLine(min, max).check(z.refine(namesNoAddress, 'must not contain a web address'));
