import type { HouseFinding, HouseOptions } from './in-page.ts';

/** Rules about the page's header, regions and orientation. The function runs in the page, so it must not use names from outside. */
export function lookAtFrameRules({ plantedId }: HouseOptions): HouseFinding[] {
  const found: HouseFinding[] = [];
  const placeOf = (node: Element): string =>
    `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 60)}"`;
  const report = (rule: string, node: Element, message: string) => void found.push({ rule, place: placeOf(node), message });
  const wordsOf = (node: Element | undefined): string => node?.textContent?.trim() ?? '';
  const [siteSelector, memberSelector] = ['nav[aria-label="Site"]', 'a[target=_blank] ~ * > button'];
  const header = document.querySelector('body header');
  const site = header?.querySelector(siteSelector);

  // Sandbox pages and the API reference have no site navigation, so the rules for the header do not apply to them.
  if (header && site) {
    const tabs = [...header.querySelectorAll<HTMLAnchorElement>(`nav:not([aria-label="Site"]) a`)];
    // R21: exactly one tab is marked as current. If its mark is "page", its link leads to this page.
    const current = tabs.filter((tab) => tab.hasAttribute('aria-current'));
    if (tabs.length > 0 && current.length !== 1) report('R21', header, `${current.length} tabs are marked as the current page`);
    for (const tab of current)
      if (tab.getAttribute('aria-current') === 'page' && new URL(tab.href).pathname !== location.pathname)
        report('R21', tab, 'is marked as the current page, but leads elsewhere');

    // R22: the parts of the header are in the same order on every page.
    const parts = ['a[href="#main"]', `${siteSelector} a`, `${siteSelector} button`, '#open-search', 'a[target=_blank]', memberSelector]
      .map((selector) => header.querySelector(selector))
      .filter((part) => part !== null);
    for (const [index, part] of parts.slice(1).entries())
      if (parts[index]!.compareDocumentPosition(part) !== Node.DOCUMENT_POSITION_FOLLOWING)
        report('R22', part, 'is elsewhere in the header than on other pages');
    const names = tabs.map(wordsOf);
    const usual = ['Projects', 'Usage', 'Budgets', 'Billing', 'Activity', 'Proposals', 'Tokens'].filter((name) => names.includes(name));
    if (names.join() !== usual.join()) report('R22', header, `the tabs are in the order ${names.join(', ')}`);

    // R24: signed-in members reach every page by links and by the search.
    const search = header.querySelector('#open-search');
    const isSignedIn = !['', 'Display'].includes(wordsOf(header.querySelector(memberSelector) ?? undefined));
    if (isSignedIn && !search?.checkVisibility({ visibilityProperty: true })) report('R24', header, 'the search is missing');
  }

  // R23: a region of the page is labeled by a heading inside it.
  for (const region of document.querySelectorAll('main :is(section, [role=region])[aria-labelledby]')) {
    if (!region.checkVisibility() || region.id === plantedId) continue;
    const heading = 'h1, h2, h3, h4, h5, h6, [role=heading]';
    const labels = (region.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
    if (!labels.some((label) => label?.matches(heading) || label?.closest(heading) || label?.querySelector(heading)))
      report('R23', region, 'a region without a heading');
  }

  // R25: no content depends on the orientation of the screen.
  for (const node of document.querySelectorAll('html, body, main'))
    if (Math.abs(new DOMMatrix(getComputedStyle(node).transform).b) > 0.01) report('R25', node, 'is turned');
  const isAboutOrientation = (rules: CSSRuleList): boolean =>
    [...rules].some((rule) =>
      rule instanceof CSSMediaRule && rule.conditionText.includes('orientation')
        ? true
        : rule instanceof CSSGroupingRule && isAboutOrientation(rule.cssRules),
    );
  // The browser refuses to read the rules of a style sheet that it has not loaded completely.
  const rulesOf = (sheet: CSSStyleSheet): CSSRuleList | null => {
    try {
      return sheet.cssRules;
    } catch {
      return null;
    }
  };
  for (const sheet of document.styleSheets) {
    const rules = rulesOf(sheet);
    if (rules && isAboutOrientation(rules)) report('R25', document.body, `styles depend on the orientation: ${sheet.href ?? ''}`);
  }
  return found;
}
