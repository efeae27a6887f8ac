import type { Rate } from '#server/domain/book/price-book.ts';
import { centsFromDollars, dollarsFromCents, microcentsFromDollars } from '#lib/money.ts';
import { BILLED_COMPUTE } from '#server/domain/compute.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { PLAN_IDS, type PlanId } from '#server/domain/plans.ts';
import { bookDocument, type BookDocument } from './document.ts';
import { fillWords } from './plan-messages.ts';
import type { BookPlan, PlanWords, PriceBook } from './price-book.ts';

/** Problem at a path of the document, such as 'document.metrics.EGRESS.price'. */
export type DocumentProblem = { path: string; message: string };

export type ReadBook = { book: PriceBook; problems: null } | { book: null; problems: readonly DocumentProblem[] };

export type BookKey = Pick<PriceBook, 'id' | 'version'>;

type Money = string | number;
type ListedPrice = BookDocument['metrics'][keyof BookDocument['metrics']];

const byPlan = <T>(of: (planId: PlanId) => T): Record<PlanId, T> =>
  Object.fromEntries(PLAN_IDS.map((planId) => [planId, of(planId)])) as Record<PlanId, T>;

const monthly = (price: Money | null): number | null => (price === null ? null : dollarsFromCents(centsFromDollars(price)));

function rateOfEntry(price: Money, { per_units = 1, whole_packages = false, first_project_price }: ListedPrice): Rate {
  const rate = { priceMicrocents: microcentsFromDollars(price), perUnits: per_units, wholePackages: whole_packages };
  return first_project_price === undefined ? rate : { ...rate, firstProjectMicrocents: microcentsFromDollars(first_project_price) };
}

function pricesOf(key: BookKey, { plans, metrics, compute, addons, spend_cap }: BookDocument) {
  const listed = Object.entries(metrics) as [UsageMetric, ListedPrice][];
  const sizes = BILLED_COMPUTE.map(({ size, metric }) => ({ size, metric, ...compute[size] }));
  const hourly = (price: Money): Rate => ({ priceMicrocents: microcentsFromDollars(price), perUnits: 1, wholePackages: false });
  return {
    ...key,
    plans: byPlan((planId) => ({
      priceCents: plans[planId].price === null ? null : centsFromDollars(plans[planId].price),
      computeCreditsCents: centsFromDollars(plans[planId].compute_credits),
      activeProjects: plans[planId].active_projects,
    })),
    rates: new Map<UsageMetric, Rate>([
      ...sizes.flatMap(({ metric, price }): [UsageMetric, Rate][] => (price === null ? [] : [[metric, hourly(price)]])),
      ...listed.flatMap(([metric, entry]): [UsageMetric, Rate][] =>
        entry.price === null ? [] : [[metric, rateOfEntry(entry.price, entry)]],
      ),
    ]),
    byContract: new Set<UsageMetric>(sizes.filter(({ price }) => price === null).map(({ metric }) => metric)),
    quotas: byPlan(
      (planId) =>
        new Map<UsageMetric, number | null>(
          listed.flatMap(([metric, { quotas }]): [UsageMetric, number | null][] => {
            const quota = quotas?.[planId];
            return quota === undefined ? [] : [[metric, quota]];
          }),
        ),
    ),
    hourlyAllowances: new Map(
      listed.flatMap(([metric, { hourly_allowance }]) => (hourly_allowance ? [[metric, hourly_allowance] as const] : [])),
    ),
    addonMonthlyDollars: new Map<string, number | null>([
      ...sizes.map(({ size, monthly_price }): [string, number | null] => [`ci_${size}`, monthly(monthly_price)]),
      ...Object.entries(addons).map(([identifier, { monthly_price }]): [string, number | null] => [identifier, monthly(monthly_price)]),
    ]),
    monthlyMicrocents: new Map(
      listed.flatMap(([metric, { monthly_price }]) =>
        monthly_price === undefined ? [] : [[metric, microcentsFromDollars(monthly_price)] as const],
      ),
    ),
    covered: new Set(spend_cap.covers),
  };
}

type Prices = ReturnType<typeof pricesOf>;

function wordsOf(prices: Prices, planId: PlanId, plan: BookDocument['plans'][PlanId], problems: DocumentProblem[]): PlanWords {
  const { description, badge, includes, features, footer, contact } = plan;
  const filled = (text: string, path: string): string => {
    try {
      return fillWords(prices, planId, text);
    } catch (error) {
      problems.push({ path: `document.plans.${planId}.${path}`, message: (error as RangeError).message });
      return text;
    }
  };
  return {
    description: filled(description, 'description'),
    features: features.map(({ about, text, sub_text: subText }, index) => ({
      about,
      text: filled(text, `features.${index}.text`),
      ...(subText === undefined ? {} : { subText: filled(subText, `features.${index}.sub_text`) }),
    })),
    ...(badge === undefined ? {} : { badge }),
    ...(includes === undefined ? {} : { includes }),
    ...(footer === undefined ? {} : { footer: filled(footer, 'footer') }),
    ...(contact === undefined ? {} : { contact }),
  };
}

export function readBook(key: BookKey, document: unknown): ReadBook {
  const parsed = bookDocument.safeParse(document);
  if (!parsed.success) return { book: null, problems: parsed.error.issues.flatMap(problemsOf) };
  const prices = pricesOf(key, parsed.data);
  const problems: DocumentProblem[] = [];
  const plans = byPlan((planId): BookPlan => ({
    ...prices.plans[planId],
    words: wordsOf(prices, planId, parsed.data.plans[planId], problems),
  }));
  return problems.length > 0 ? { book: null, problems } : { book: { ...prices, plans }, problems: null };
}

type Issue = NonNullable<ReturnType<typeof bookDocument.safeParse>['error']>['issues'][number];

function problemsOf(issue: Issue): DocumentProblem[] {
  const at = (path: readonly PropertyKey[]): string => ['document', ...path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: 'is not part of a price book' }));
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined && /received undefined/.test(issue.message);
  return [{ path: at(issue.path), message: isMissing ? 'is missing' : issue.message }];
}
