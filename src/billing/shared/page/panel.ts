import { helpAddresses } from '#lib/addresses.ts';
import { fillText } from '#lib/texts/fill.ts';
import { pageTexts } from '#lib/texts/page.ts';

/** Side panels that a URL can open, and the `source` parameters of such links (specification, section 2). */
export const panelNames = ['subscriptionPlan', 'costControl'] as const;
export const panelSources = ['fairUseGracePeriodStarted', 'fairUseGracePeriodOver', 'fairUseRestricted'] as const;

export type Panel = (typeof panelNames)[number];
export type PanelSource = (typeof panelSources)[number];

const known = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((candidate) => candidate === value) ?? null;

/** Panel in a query; null if missing or unknown. */
export const panelOf = (search: string): Panel | null => known(panelNames, new URLSearchParams(search).get('panel'));

/** Source in a query; null if missing or unknown. */
export const panelSourceOf = (search: string): PanelSource | null => known(panelSources, new URLSearchParams(search).get('source'));

/** URL of the billing page with an open panel; `source` is one of the specification's list. */
export function panelAddress(slug: string, panel: Panel, source: PanelSource | null = null): string {
  return `${helpAddresses.billing(slug)}?panel=${panel}${source === null ? '' : `&source=${source}`}`;
}

/** URL of the panel relative to the billing page. */
export const panelQuery = (panel: Panel): string => `?panel=${panel}`;

/** Heading of a panel, also used as page title. */
export const panelTitle = (panel: Panel, organization: string): string =>
  panel === 'costControl' ? pageTexts.spendCapPanel : fillText(pageTexts.planPanel, { organization });

/** Id of the button that opens a panel and receives focus afterwards. */
export const panelButtonId = (panel: Panel): string => `open-${panel}`;

/** Returns the query with another panel, or without one; other parameters stay. Another panel removes the source of the previous one. */
export function withPanel(search: string, panel: Panel | null): string {
  const query = new URLSearchParams(search);
  query.delete(panel === null ? 'panel' : 'source');
  if (panel !== null) query.set('panel', panel);
  const text = query.toString();
  return text && `?${text}`;
}
