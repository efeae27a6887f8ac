import { type Ratio, ratioFromText } from '#lib/money-ratio.ts';
import { daysWithin } from '#server/domain/budget/cost-by-day.ts';
import type { ChargeEntry, CostCharge, CostDocument, CostPart } from '#server/domain/costs/cost-charge.ts';
import { DaySplitter, type UsageCharge, wholePart } from '#server/domain/costs/day-splitter.ts';
import { usageOfDays } from '#server/domain/costs/usage-of-days.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { divisorOf } from '#server/domain/quantities.ts';
import { groupedBy } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { type ChargedLine, type EarlierStatement, earlierStatements, projectsOfLine } from '#server/store/costs/charged-lines.ts';
import { usageByDay } from '#server/store/costs/usage-by-day.ts';
import { chargeOfLine, type CostReading, dailyUsageEnd } from './cost-reading.ts';

export interface CostChoice {
  readonly wants: (charge: CostCharge) => boolean;
  readonly splits: (charge: CostCharge) => boolean;
}

export type StatedLine = Omit<ChargedLine, 'invoiceId' | 'position'>;

export interface StatedLines<Line extends StatedLine = StatedLine> {
  readonly document: CostDocument;
  /** Time at which the invoice was issued, in Unix seconds; the current time for the upcoming invoice. */
  readonly issuedSeconds: number;
  readonly lines: readonly Line[];
  readonly entriesOf: (line: Line) => Promise<readonly ChargeEntry[]>;
}

/** Returns a function that reads the entries of a line when they are needed, because a line can have thousands of entries. */
export const storedEntries =
  ({ db, organizationId }: CostReading) =>
  async (line: ChargedLine): Promise<readonly ChargeEntry[]> =>
    line.projectCount === 0
      ? []
      : (await projectsOfLine(db, organizationId, line)).map(({ projectRef, name, usage, amountCents }) => ({
          projectRef,
          name,
          usage: ratioFromText(usage),
          amountCents,
        }));

interface Stated<Line> {
  readonly line: Line;
  readonly charge: CostCharge;
}

const nothingBefore: ReadonlyMap<string, Ratio> = new Map();

const isOfGroup = ({ reportedLater, periodId, metric, key }: StatedLine): boolean =>
  !reportedLater && periodId !== null && (metric !== null || key === 'compute_credits');

/** Maximum number of parts in memory, one per entry and day. If a cycle has more parts, usage is read for a few days at a time. */
const partsAtOnce = 20_000;

/** Yields fixed amounts and corrections, then usage per billing period. Usage is split by day if requested and if daily usage is stored. */
export async function* partsOfLines<Line extends StatedLine>(
  reading: CostReading,
  stated: StatedLines<Line>,
  choice: CostChoice,
): AsyncGenerator<readonly CostPart[]> {
  const { document, issuedSeconds, lines, entriesOf } = stated;
  for (const line of lines) {
    if (isOfGroup(line)) continue;
    const charge = chargeOfLine(reading, document, line, issuedSeconds);
    if (!choice.wants(charge)) continue;
    const entries = await entriesOf(line);
    yield entries.length === 0
      ? [wholePart(charge)]
      : new DaySplitter([{ charge, entries, divisor: 1n, before: nothingBefore }], null).rest();
  }
  const groups = groupedBy(lines.filter(isOfGroup), ({ periodId }) => periodId ?? 0);
  for (const [periodId, group] of groups) yield* partsOfPeriod(reading, { ...stated, lines: group }, periodId, choice);
}

async function* partsOfPeriod<Line extends StatedLine>(
  reading: CostReading,
  stated: StatedLines<Line>,
  periodId: number,
  choice: CostChoice,
): AsyncGenerator<readonly CostPart[]> {
  const { document, issuedSeconds, lines } = stated;
  const keys = lines
    .filter(({ metric, derivation }) => metric !== null && derivation?.invoiced.amountBeforeDiscountCents !== 0)
    .map(({ key }) => key);
  const before = document.id === null ? null : { atSeconds: issuedSeconds, id: document.id };
  const earlier = await earlierStatements(reading.db, reading.organizationId, periodId, keys, before);
  const wanted = lines
    .map((line): Stated<Line> => ({ line, charge: chargeOfLine(reading, document, line, issuedSeconds, earlier.get(line.key)) }))
    .filter(({ charge }) => choice.wants(charge));
  const credits = wanted.find(({ charge }) => charge.key === 'compute_credits')?.charge ?? null;
  const usage = wanted.filter(({ charge }) => charge.metric !== null);
  const sets = [...groupedBy(usage, ({ charge }) => charge.fromSeconds)].sort(([a], [b]) => a - b).map(([, set]) => set);
  const withCompute = sets.find((set) => set.some(({ charge }) => charge.group === 'compute'));
  for (const set of sets)
    yield* partsOfSet(reading, stated, { periodId, set, earlier, credits: set === withCompute ? credits : null }, choice);
  if (credits && !withCompute) yield [wholePart(credits)];
}

interface LineSet<Line> {
  readonly periodId: number;
  readonly set: readonly Stated<Line>[];
  readonly earlier: ReadonlyMap<string, EarlierStatement>;
  readonly credits: CostCharge | null;
}

async function* partsOfSet<Line extends StatedLine>(
  reading: CostReading,
  { entriesOf }: StatedLines<Line>,
  { periodId, set, earlier, credits }: LineSet<Line>,
  { splits }: CostChoice,
): AsyncGenerator<readonly CostPart[]> {
  const period = reading.periods.find(({ id }) => id === periodId);
  const charges: UsageCharge[] = [];
  for (const { line, charge } of set) {
    const cycle = { startSeconds: period?.startSeconds ?? charge.fromSeconds, endSeconds: period?.cycleEndSeconds ?? charge.untilSeconds };
    const divisor = charge.metric === null ? 1n : divisorOf(metricRules(charge.metric), cycle);
    charges.push({ charge, entries: await entriesOf(line), divisor, before: earlier.get(line.key)?.usage ?? nothingBefore });
  }
  const splitter = new DaySplitter(charges, credits);
  const fromSeconds = Math.min(...set.map(({ charge }) => charge.fromSeconds));
  const untilSeconds = Math.max(...set.map(({ charge }) => charge.untilSeconds));
  if (set.some(({ charge }) => splits(charge)) && reading.nowSeconds < dailyUsageEnd(untilSeconds)) {
    const days = daysWithin(fromSeconds, untilSeconds);
    const entryCount = charges.reduce((sum, { entries }) => sum + entries.length, 1);
    const daysAtOnce = Math.max(1, Math.floor(partsAtOnce / entryCount));
    for (let at = 0; at < days.length; at += daysAtOnce) {
      const range = { fromSeconds: days[at] ?? fromSeconds, untilSeconds: days[at + daysAtOnce] ?? untilSeconds };
      const usage = await usageByDay(reading.db, { organizationId: reading.organizationId, periodId, ...range });
      yield splitter.take(await runSteps(usageOfDays(usage, range.fromSeconds, range.untilSeconds)));
    }
  }
  yield splitter.rest();
}
