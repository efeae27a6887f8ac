import type { Script } from './history-script.ts';
import type { LivedChange, LivedHistory } from './lived-history.ts';
import type { ModelBooks } from './model-books.ts';
import type { ModelPeriods } from './model-periods.ts';

interface ModelState {
  readonly script: Script;
  readonly changes: LivedChange[];
  readonly waivedCents: number[];
  readonly books: ModelBooks;
  readonly periods: ModelPeriods;
  readonly nowSeconds: number;
}

export function livedByModel({ script, changes, waivedCents, books, periods, nowSeconds }: ModelState): LivedHistory {
  const [first] = periods.all;
  return {
    start: { ...script.start, anchorSeconds: script.start.atSeconds, feeCents: first?.feeCents ?? 0 },
    discounts: script.discounts,
    contract: script.contract,
    changes,
    records: periods.records,
    limits: periods.limits,
    invoices: books.invoices.map(({ id, kind, status, finalizedAtSeconds, dueAtSeconds, dueCents, lines }) => ({
      id,
      kind,
      status,
      finalizedAtSeconds,
      dueAtSeconds,
      amountDueCents: dueCents,
      lines,
    })),
    moves: books.moves,
    rebates: books.rebates,
    standings: [],
    waivedCents,
    balanceCents: books.credit.balanceCents,
    nowSeconds,
  };
}
