import type { AdminShape } from '#contract/admin/admin-types.ts';
import type { FollowerFault } from '#server/billing/price-books/price-notice.ts';
import { dryRunBook, publishBook, type Publication, withdrawVersion } from '#server/billing/price-books/price-books.ts';
import type { BookEffect, CycleEffect } from '#server/billing/price-books/replay-cycles.ts';
import type { DocumentProblem } from '#server/domain/book/read-book.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { instantOf } from '#server/database/database.ts';
import type { UnpricedOrganization } from '#server/database/tables/price-books.ts';
import { findBook, listBooks, type StoredBook } from '#server/store/price-books.ts';
import type { AdminHandler } from './admin-handler.ts';
import { pageOfAll } from './lists/list-page.ts';
import { ruleFailure } from './organization-terms.ts';

const mostNamed = 10;

const sumsView = ({ beforeCents, afterCents, differenceCents }: Omit<CycleEffect, 'organization'>) => ({
  before_cents: beforeCents,
  after_cents: afterCents,
  difference_cents: differenceCents,
});

export const effectView = ({ organizations, mostChanged, unpriced, ...sums }: BookEffect): AdminShape<'PriceBookEffect'> => ({
  organizations,
  ...sumsView(sums),
  most_changed: mostChanged.map(({ organization, ...effect }) => ({ organization, ...sumsView(effect) })),
  unpriced: [...unpriced],
});

const statusOf = ({ state, effectiveAtSeconds }: Pick<StoredBook, 'state' | 'effectiveAtSeconds'>, nowSeconds: number) => {
  if (state === 'withdrawn') throw new Error('A withdrawn version has no status');
  return state === 'scheduled' && effectiveAtSeconds <= nowSeconds ? 'in_force' : state;
};

const summaryView = (book: Omit<StoredBook, 'document'>, nowSeconds: number): AdminShape<'PriceBookSummary'> => ({
  version: book.version,
  effective_at: book.effectiveAtSeconds,
  status: statusOf(book, nowSeconds),
  ...(book.unpriced.length === 0 ? {} : { unpriced: [...book.unpriced] }),
});

const versionTaken = (): PlatformError =>
  new PlatformError('conflict', 'Another price book has this version', {
    fields: [{ path: 'body.version', message: 'is another price book, which never changes, or one that was withdrawn' }],
  });

function tooSoon({ rises, leastEffectiveAtSeconds }: Extract<Publication, { kind: 'too_soon' }>): PlatformError {
  const least = `${leastEffectiveAtSeconds} (${instantOf(leastEffectiveAtSeconds).toISOString()})`;
  const [first, ...others] = rises;
  const why =
    first === undefined
      ? ''
      : `, because it raises a price or lowers a quota or credit: ${[first, ...others].slice(0, mostNamed).join(', ')}`;
  return ruleFailure('body.effective_at', `The date must be ${least} or later${why}`);
}

const followerText = ({ version, effectiveAtSeconds, rises }: FollowerFault): string =>
  `${version}, dated ${instantOf(effectiveAtSeconds).toISOString()}, would raise prices without the notice period: ${rises.slice(0, mostNamed).join(', ')}`;

const messagesOf = (unpriced: readonly UnpricedOrganization[]): string[] =>
  unpriced.map(({ organization, message }) => `${organization}: ${message}`);

const organizationsIn = (unpriced: readonly UnpricedOrganization[]): string =>
  [...new Set(unpriced.map(({ organization }) => organization))].join(', ');

function unpricedFailure(unpriced: readonly UnpricedOrganization[]): PlatformError {
  return new PlatformError('rule_violated', `The price book can't bill ${organizationsIn(unpriced)}`, {
    fields: messagesOf(unpriced).map((message) => ({ path: 'body.document', message })),
    body: { unpriced },
  });
}

const unpricedBefore = (version: string, unpriced: readonly UnpricedOrganization[]): PlatformError =>
  new PlatformError(
    'conflict',
    `The price book before ${version} can't bill ${organizationsIn(unpriced)}. Publish another version instead.`,
    {
      fields: messagesOf(unpriced).map((message) => ({ path: 'params.version', message })),
      body: { unpriced },
    },
  );

function refused(problems: readonly DocumentProblem[]): PlatformError {
  const [first = { path: 'body.document', message: 'is not a price book' }, ...others] = problems.map(({ path, message }) => ({
    path: `body.${path}`,
    message,
  }));
  return invalidRequest([first, ...others]);
}

export const publishPriceBook: AdminHandler<'publishPriceBook'> = async ({ body }, { db, key, nowSeconds, priceNoticeDays }) => {
  const { version, effective_at: effectiveAtSeconds, document } = body;
  const draft = { version, effectiveAtSeconds, document };
  if (body.dry_run) {
    const checked = await dryRunBook(db, draft);
    if ('kind' in checked) throw versionTaken();
    if (checked.problems !== null) throw refused(checked.problems);
    return { data: { version, effective_at: effectiveAtSeconds, effect: effectView(checked.effect) } };
  }
  const published = await publishBook(db, draft, { nowSeconds, priceNoticeDays, publishedBy: key.id });
  switch (published.kind) {
    case 'taken':
      throw versionTaken();
    case 'invalid':
      throw refused(published.problems);
    case 'too_soon':
      throw tooSoon(published);
    case 'follower_too_soon':
      throw ruleFailure('body.effective_at', `After this version, ${followerText(published.follower)}`);
    case 'unpriced':
      throw unpricedFailure(published.unpriced);
    case 'published':
      return { data: summaryView(published.book, nowSeconds), isNew: true };
  }
};

/** Number of digits to which the publication order is padded, so that its text form sorts like a number. */
const orderDigits = 10;

export const listPriceBooks: AdminHandler<'listPriceBooks'> = async ({ query }, { db, nowSeconds }) => {
  const { rows, next_cursor } = pageOfAll(await listBooks(db), query, ({ effectiveAtSeconds, publishedOrder }) => ({
    order: effectiveAtSeconds,
    id: String(publishedOrder).padStart(orderDigits, '0'),
  }));
  return { data: { price_books: rows.map((book) => summaryView(book, nowSeconds)), next_cursor } };
};

export const getPriceBook: AdminHandler<'getPriceBook'> = async ({ params }, { db, nowSeconds }) => {
  const found = await findBook(db, params.version);
  if (!found || found.state === 'withdrawn') throw notFound('Price book');
  return { data: { ...summaryView(found, nowSeconds), document: found.document } };
};

export const withdrawPriceBook: AdminHandler<'withdrawPriceBook'> = async (
  { params: { version }, query },
  { db, nowSeconds, priceNoticeDays },
) => {
  const outcome = await withdrawVersion(db, version, { nowSeconds, priceNoticeDays, isDryRun: query.dry_run === 'true' });
  if (outcome === 'unknown') throw notFound('Price book');
  if (outcome === 'pinned')
    throw new PlatformError('conflict', `Billing periods are pinned to ${version}, so it can't be withdrawn. Publish another version.`, {
      fields: [{ path: 'params.version', message: 'is the price book of billing periods that have begun' }],
    });
  if (outcome === 'first')
    throw new PlatformError('conflict', `There is no price book before ${version}, so it can't be withdrawn`, {
      fields: [{ path: 'params.version', message: 'is the first price book' }],
    });
  if (typeof outcome === 'object' && 'unpriced' in outcome) throw unpricedBefore(version, outcome.unpriced);
  if (typeof outcome === 'object')
    throw new PlatformError('conflict', `Withdraw the later version first: without ${version}, ${followerText(outcome)}`, {
      fields: [{ path: 'params.version', message: `is followed by ${outcome.version}, which would raise prices without notice` }],
    });
  return {};
};
