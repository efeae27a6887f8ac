import { z } from 'zod/mini';
import { isPrintable, namesNoAddress } from './limits.ts';

/** One line of text as people type it: trimmed, without characters that don't print. */
export const typedLine = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'is required' : `must have at least ${min} characters`),
      z.maxLength(max, `must have at most ${max} characters`),
      z.refine(isPrintable, "contains characters that aren't allowed"),
    );

/** The same for a name that emails print: it holds no web address. */
export const typedName = (min: number, max: number) =>
  typedLine(min, max).check(z.refine(namesNoAddress, 'must not contain a web address'));
