import { z } from 'zod/mini';

// The period of a list or a file, as its query names it.

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A UTC day ('2026-05-31') or an instant ('2026-05-31T12:00:00Z'), as unix time in whole seconds. */
const start = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601'),
  z.transform((text) => Math.floor(Date.parse(text) / 1000)),
);

/** The end of a period, as the instant after it: a day belongs to the period whole. */
const end = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601'),
  z.transform((text) => Math.floor(Date.parse(text) / 1000) + (day.test(text) ? 86_400 : 0)),
);

export const periodFields = { from: z.optional(start), to: z.optional(end) };

/** The rule between the two. */
export const periodInOrder = z.refine<{ from?: number | undefined; to?: number | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || to > from,
  { path: ['to'], message: 'must not be before from' },
);

/** Words with commas between them, each once, of a fixed set. */
export const wordList = <const T extends readonly string[]>(words: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => [...new Set(text.split(','))]),
    ),
    z.array(z.enum(words)),
  );
