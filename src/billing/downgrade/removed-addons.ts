import type { Subscription } from '#contract/types.ts';

type ProjectAddons = Subscription['project_addons'][number];
type Addon = ProjectAddons['addons'][number];

/** What a project loses with its paid plan. */
export interface LostAddons {
  readonly ref: string;
  readonly name: string;
  /** Removed with the plan. */
  readonly removed: readonly string[];
  /** Still there afterwards, until somebody removes them. */
  readonly byHand: readonly string[];
}

/** Every project has at least this much compute, so that nothing is lost with it. */
const ignoredVariant = 'ci_micro';
const removedByHand: ReadonlySet<Addon['type']> = new Set(['log_drain', 'auth_mfa_phone']);

function nameOf({ type, variant: { name } }: Addon): string {
  if (type === 'compute_instance') return `${name} Compute Instance`;
  return type === 'pitr' ? `Point-in-time recovery, ${name}` : name;
}

/** What Free has no place for, by project; projects that lose nothing are left out (specification, section 9). */
export function lostAddons(projects: readonly ProjectAddons[]): LostAddons[] {
  return projects.flatMap(({ ref, name, addons }) => {
    const lost = addons.filter(({ variant }) => variant.identifier !== ignoredVariant);
    const names = (isByHand: boolean) => lost.filter(({ type }) => removedByHand.has(type) === isByHand).map(nameOf);
    return lost.length === 0 ? [] : [{ ref, name, removed: names(false), byHand: names(true) }];
  });
}
