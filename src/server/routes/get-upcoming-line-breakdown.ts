import { notFound } from '#server/http/platform-error.ts';
import { loadBillingInputs, upcomingBill } from '#server/store/billing-inputs.ts';
import type { Handler } from './handler.ts';
import { cursorAfter, entriesAfter, entryView, lineId } from './views/invoice-line.ts';

const defaultLimit = 100;

export const getUpcomingLineBreakdown: Handler<'getUpcomingLineBreakdown'> = async (
  { params, query },
  { db, organization, nowSeconds },
) => {
  const { lines } = upcomingBill(await loadBillingInputs(db, organization.id, nowSeconds), nowSeconds);
  const line = lines.find((candidate) => lineId(candidate) === params.line_id);
  if (!line) throw notFound('Line');
  const { cursor, limit = defaultLimit } = query;
  const left = cursor === undefined ? line.breakdown : entriesAfter(line.breakdown, cursor);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  return {
    data: {
      breakdown: page.map((entry) => entryView(line, entry)),
      breakdown_count: line.breakdown.length,
      next_cursor: left.length > page.length && last ? cursorAfter(last) : null,
    },
  };
};
