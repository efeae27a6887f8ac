import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { record } from '#lib/analytics.ts';
import { panelOf, panelSourceOf } from './panel.ts';
import { useSlug } from './use-organization.ts';

/** An address that asks for a panel shows the page from its top, and its origin is recorded. Renders nothing. */
export function PanelAddress() {
  const slug = useSlug();
  const search = useSearch();
  const panel = panelOf(search);
  const origin = panelSourceOf(search) ?? 'page';
  useEffect(() => {
    if (panel === null) return;
    window.scrollTo(0, 0);
    if (panel === 'subscriptionPlan') record({ name: 'plan_panel_opened', organization: slug, origin });
  }, [panel, origin, slug]);
  return null;
}
