import { costTexts } from '#lib/texts/costs.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { type ChargeKey, type CostPart, countsAtSeconds } from './cost-charge.ts';
import { DAY_SECONDS } from './usage-of-days.ts';

export type CostGrouping = 'day' | 'project' | 'branch' | 'metric';

/** Costs of a day, project, branch or metric. `key` is null for costs that belong to no project or branch. */
export type CostGroup = { key: string | null; name: string | null; projectRef: string | null; amountCents: number };

export type DocumentCost = { id: string | null; number: string | null; amountCents: number };

/** Project reference of each branch; null if the project is unknown. */
export type Branches = ReadonlyMap<string, string | null>;

type Place = Omit<CostGroup, 'amountCents'>;

const isoDayOf = (seconds: number): string => new Date(Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS * 1000).toISOString().slice(0, 10);

const chargeNames: Readonly<Partial<Record<ChargeKey, string>>> = costTexts.charges;

const noProject: Place = { key: null, name: null, projectRef: null };

const placeOf: Readonly<Record<CostGrouping, (part: CostPart, branches: Branches) => Place>> = {
  day: (part) => ({ ...noProject, key: isoDayOf(countsAtSeconds(part)) }),
  project: ({ projectRef, projectName }) => (projectRef === null ? noProject : { key: projectRef, name: projectName, projectRef }),
  branch: ({ projectRef, projectName, charge: { kind } }, branches) => {
    if (projectRef === null || !(kind === 'branch' || branches.has(projectRef))) return noProject;
    return { key: projectRef, name: projectName, projectRef: branches.get(projectRef) ?? null };
  },
  metric: ({ charge: { metric, key } }) =>
    metric === null ? { ...noProject, key, name: chargeNames[key] ?? key } : { ...noProject, key: metric, name: metricRules(metric).name },
};

/** The sum of all groups equals the sum of all documents. */
export class CostSums {
  readonly #groups = new Map<string | null, CostGroup>();
  readonly #documents = new Map<string | null, DocumentCost>();
  readonly #grouping: CostGrouping;
  readonly #branches: Branches;
  totalCents = 0;

  constructor(grouping: CostGrouping, branches: Branches) {
    this.#grouping = grouping;
    this.#branches = branches;
  }

  add(part: CostPart): void {
    const { amountCents, charge } = part;
    if (amountCents === 0) return;
    const place = placeOf[this.#grouping](part, this.#branches);
    const group = this.#groups.get(place.key);
    this.#groups.set(place.key, { ...place, amountCents: (group?.amountCents ?? 0) + amountCents });
    const { id, number } = charge.document;
    this.#documents.set(id, { id, number, amountCents: (this.#documents.get(id)?.amountCents ?? 0) + amountCents });
    this.totalCents += amountCents;
  }

  /** Days are in order of time, other groups in order of amount, highest first. */
  get groups(): CostGroup[] {
    const groups = [...this.#groups.values()];
    const byKey = (a: CostGroup, b: CostGroup): number => ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
    return groups.sort(this.#grouping === 'day' ? byKey : (a, b) => b.amountCents - a.amountCents || byKey(a, b));
  }

  get documents(): DocumentCost[] {
    return [...this.#documents.values()];
  }
}
