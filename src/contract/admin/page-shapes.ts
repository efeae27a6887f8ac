import { z } from 'zod/mini';
import { Limit } from '#contract/shapes/common.ts';

const refusal = 'must be a cursor of this call';

/** Cursor of the next page: `next_cursor` of the previous page. Its form differs by call. */
const Cursor = z.string().check(z.regex(/^\d{1,16}(_[A-Za-z0-9_-]{1,100})?$/, refusal));

const NumberCursor = z.pipe(z.string().check(z.regex(/^\d{1,15}$/, refusal)), z.transform(Number));

export const QuerySeconds = z.pipe(z.string().check(z.regex(/^\d{1,11}$/, 'must be unix seconds')), z.transform(Number));

export const pageFields = { cursor: z.optional(Cursor), limit: z.optional(Limit) };
export const numberedPageFields = { cursor: z.optional(NumberCursor), limit: z.optional(Limit) };

/** Entries at or after `from`, and before `until`. */
export const timeFields = { from: z.optional(QuerySeconds), until: z.optional(QuerySeconds) };

export const PageQuery = z.strictObject(pageFields);
export const NumberedPageQuery = z.strictObject(numberedPageFields);

export const nextCursor = { next_cursor: z.nullable(z.string()) };
