import type { AdminShape } from '#contract/admin/admin-types.ts';
import { dryRunBook, publishBook } from '#server/billing/price-books.ts';
import type { BookEffect, CycleEffect } from '#server/billing/replay-cycles.ts';
import type { DocumentProblem } from '#server/domain/book/read-book.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { findBook, listBooks } from '#server/store/price-books.ts';
import type { AdminHandler } from './admin-handler.ts';

const sumsView = ({ beforeCents, afterCents, differenceCents }: Omit<CycleEffect, 'organization'>) => ({
  before_cents: beforeCents,
  after_cents: afterCents,
  difference_cents: differenceCents,
});

/** What a draft changes, as it reads in answers and in the command's JSON. */
export const effectView = ({ organizations, mostChanged, unpriced, ...sums }: BookEffect): AdminShape<'PriceBookEffect'> => ({
  organizations,
  ...sumsView(sums),
  most_changed: mostChanged.map(({ organization, ...own }) => ({ organization, ...sumsView(own) })),
  unpriced: [...unpriced],
});

const taken = (): PlatformError =>
  new PlatformError('conflict', 'Another price book has this version', {
    fields: [{ path: 'body.version', message: 'is another price book, which never changes' }],
  });

function refused(problems: readonly DocumentProblem[]): PlatformError {
  const [first = { path: 'body.document', message: 'is not a price book' }, ...others] = problems.map(({ path, message }) => ({
    path: `body.${path}`,
    message,
  }));
  return invalidRequest([first, ...others]);
}

export const publishPriceBook: AdminHandler<'publishPriceBook'> = async ({ body }, { db, nowSeconds }) => {
  const { version, effective_at: effectiveAtSeconds, document } = body;
  const draft = { version, effectiveAtSeconds, document };
  const summary = { version, effective_at: effectiveAtSeconds };
  if (body.dry_run) {
    const checked = await dryRunBook(db, draft);
    if ('kind' in checked) throw taken();
    if (checked.problems !== null) throw refused(checked.problems);
    return { data: { ...summary, effect: effectView(checked.effect) } };
  }
  const published = await publishBook(db, draft, nowSeconds);
  if (published.kind === 'taken') throw taken();
  if (published.kind === 'invalid') throw refused(published.problems);
  return { data: summary, isNew: true };
};

export const listPriceBooks: AdminHandler<'listPriceBooks'> = async (_, { db }) => ({
  data: { price_books: (await listBooks(db)).map(({ version, effectiveAtSeconds }) => ({ version, effective_at: effectiveAtSeconds })) },
});

export const getPriceBook: AdminHandler<'getPriceBook'> = async ({ params }, { db }) => {
  const found = await findBook(db, params.version);
  if (!found) throw notFound('Price book');
  return { data: { version: found.version, effective_at: found.effectiveAtSeconds, document: found.document } };
};
