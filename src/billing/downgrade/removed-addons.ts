import type { Subscription } from '#contract/types.ts';

type ProjectAddons = Subscription['project_addons'][number];
type Addon = ProjectAddons['addons'][number];

export interface LostAddons {
  readonly ref: string;
  readonly name: string;
  readonly removed: readonly string[];
  /** Names of add-ons that stay until a member removes them. */
  readonly byHand: readonly string[];
}

/** Smallest compute variant. Every project keeps at least this variant, so it is not listed as a loss. */
const ignoredVariant = 'ci_micro';
const removedByHand: ReadonlySet<Addon['type']> = new Set(['log_drain', 'auth_mfa_phone']);

function nameOf({ type, variant: { name } }: Addon): string {
  if (type === 'compute_instance') return `${name} Compute Instance`;
  return type === 'pitr' ? `Point-in-time recovery, ${name}` : name;
}

/** Lists the lost add-ons by project. Omits projects that lose no add-on (specification, section 9). */
export function lostAddons(projects: readonly ProjectAddons[]): LostAddons[] {
  return projects.flatMap(({ ref, name, addons }) => {
    const lost = addons.filter(({ variant }) => variant.identifier !== ignoredVariant);
    const names = (isByHand: boolean) => lost.filter(({ type }) => removedByHand.has(type) === isByHand).map(nameOf);
    return lost.length === 0 ? [] : [{ ref, name, removed: names(false), byHand: names(true) }];
  });
}
