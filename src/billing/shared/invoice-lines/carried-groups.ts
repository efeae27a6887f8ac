import { carriedTitle } from '#lib/charged-messages.ts';
import { sumCents } from '#lib/money.ts';
import { amountCents, type InvoiceLine } from './lines.ts';

export interface CarriedGroup {
  /** Start of the period, as an id. */
  readonly id: string;
  /** Title of the group: 'Before the plan change, Nov 03 to Nov 23'. */
  readonly title: string;
  readonly lines: readonly InvoiceLine[];
  readonly totalCents: number;
}

export function carriedGroups(lines: readonly InvoiceLine[]): CarriedGroup[] {
  const groups = new Map<string, CarriedGroup>();
  for (const line of lines) {
    if (!line.isCarriedOver) continue;
    const { start = 0, end = 0 } = line.period ?? {};
    const id = String(start);
    const groupLines = [...(groups.get(id)?.lines ?? []), line];
    groups.set(id, { id, title: carriedTitle(start, end), lines: groupLines, totalCents: sumCents(groupLines.map(amountCents)) });
  }
  return [...groups.values()];
}
