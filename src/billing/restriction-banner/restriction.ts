import type { Organization } from '#contract/types.ts';
import type { PanelSource } from '#billing/shared/page/panel.ts';

/** Kind of banner: exceeded limits without consequences yet, or one of the three restriction statuses. */
export type Restriction = 'exceededLimits' | NonNullable<Organization['restriction_status']>;

type RestrictionFacts = Pick<Organization, 'restriction_status' | 'restriction_data'>;

/** Null without restriction data, regardless of the status (specification, section 4). */
export function restrictionOf({ restriction_status: status, restriction_data: data }: RestrictionFacts): Restriction | null {
  return data === null ? null : (status ?? 'exceededLimits');
}

/** Source that the plan panel records when a restriction banner opens it. */
export const sourceOfRestriction: Readonly<Record<Restriction, PanelSource | null>> = {
  exceededLimits: null,
  grace_period: 'fairUseGracePeriodStarted',
  grace_period_over: 'fairUseGracePeriodOver',
  restricted: 'fairUseRestricted',
};
