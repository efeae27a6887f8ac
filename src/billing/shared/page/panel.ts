import { helpAddresses } from '#lib/addresses.ts';
import { fillText } from '#lib/texts/fill.ts';
import { pageTexts } from '#lib/texts/page.ts';

/** Side panels that the address can open, and where the wish to open one came from (specification, section 2). */
export const panelNames = ['subscriptionPlan', 'costControl'] as const;
export const panelSources = ['fairUseGracePeriodStarted', 'fairUseGracePeriodOver', 'fairUseRestricted'] as const;

export type Panel = (typeof panelNames)[number];
export type PanelSource = (typeof panelSources)[number];

const known = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((candidate) => candidate === value) ?? null;

/** The panel that an address asks for; null for none or an unknown one. */
export const panelOf = (search: string): Panel | null => known(panelNames, new URLSearchParams(search).get('panel'));

/** The origin that an address names; null for none or an unknown one. */
export const panelSourceOf = (search: string): PanelSource | null => known(panelSources, new URLSearchParams(search).get('source'));

/** The billing page with a panel open; `source` names what led there, where it is one that the specification lists. */
export function panelAddress(slug: string, panel: Panel, source: PanelSource | null = null): string {
  return `${helpAddresses.billing(slug)}?panel=${panel}${source === null ? '' : `&source=${source}`}`;
}

/** The same as an address inside the billing page. */
export const panelQuery = (panel: Panel): string => `?panel=${panel}`;

/** The heading of a panel; the page is named after it, too, while it is open. */
export const panelTitle = (panel: Panel, organization: string): string =>
  panel === 'costControl' ? pageTexts.spendCapPanel : fillText(pageTexts.planPanel, { organization });

/** Id of the button that opens a panel, where focus returns to. */
export const panelButtonId = (panel: Panel): string => `open-${panel}`;

/**
 * The query with that panel, or without any, and all else as it was; empty or with its question mark. A source belongs
 * to the opening that it led to: it stays when that is closed, and no later one is owed to it.
 */
export function withPanel(search: string, panel: Panel | null): string {
  const query = new URLSearchParams(search);
  query.delete(panel === null ? 'panel' : 'source');
  if (panel !== null) query.set('panel', panel);
  const text = query.toString();
  return text && `?${text}`;
}
