import type { Organization } from '#contract/types.ts';
import type { PanelSource } from '#billing/shared/page/panel.ts';

/** Kind of banner: one of the three restriction statuses, or `exceededLimits` if exceeded limits have no consequences yet. */
export type Restriction = 'exceededLimits' | NonNullable<Organization['restriction_status']>;

type RestrictionFacts = Pick<Organization, 'restriction_status' | 'restriction_data'>;

/** Returns the kind of restriction; null without restriction data, regardless of the status (specification, section 4). */
export function restrictionOf({ restriction_status: status, restriction_data: data }: RestrictionFacts): Restriction | null {
  return data === null ? null : (status ?? 'exceededLimits');
}

/** Source that is recorded when a restriction banner opens the plan panel; null if no source is recorded. */
export const sourceOfRestriction: Readonly<Record<Restriction, PanelSource | null>> = {
  exceededLimits: null,
  grace_period: 'fairUseGracePeriodStarted',
  grace_period_over: 'fairUseGracePeriodOver',
  restricted: 'fairUseRestricted',
};
