import { z } from 'zod/mini';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A UTC day ('2026-05-31') or an instant ('2026-05-31T12:00:00Z'), as unix time in whole seconds. */
const start = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601'),
  z.transform((text) => Math.floor(Date.parse(text) / 1000)),
);

/** End of a period (exclusive). If the end is a day, the period includes this whole day. */
const end = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601'),
  z.transform((text) => Math.floor(Date.parse(text) / 1000) + (day.test(text) ? 86_400 : 0)),
);

export const periodFields = { from: z.optional(start), to: z.optional(end) };

/** Requires `to` to be after `from`. */
export const periodInOrder = z.refine<{ from?: number | undefined; to?: number | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || to > from,
  { path: ['to'], message: 'must not be before from' },
);

/** Comma-separated words of a fixed set; duplicates are removed. */
export const wordList = <const T extends readonly string[]>(words: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => [...new Set(text.split(','))]),
    ),
    z.array(z.enum(words)),
  );
