/** A finding of the house rules. The rules run in the page, so they must not use names from outside their function. */
export interface HouseFinding {
  readonly rule: string;
  readonly place: string;
  readonly message: string;
}

export interface HouseOptions {
  /** True if no step has changed the page yet. On such a page, rule R1 reports every live region that contains text. */
  readonly isFresh: boolean;
  readonly plantedId: string;
}

export function lookAtHouseRules({ isFresh, plantedId }: HouseOptions): HouseFinding[] {
  const found: HouseFinding[] = [];
  const placeOf = (node: Element): string =>
    `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 60)}"`;
  const report = (rule: string, node: Element, message: string) => void found.push({ rule, place: placeOf(node), message });
  const isDrawn = (node: Element): boolean => node.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const isReachable = (node: Element): boolean => isDrawn(node) && !node.closest('[inert], [aria-hidden=true]') && node.id !== plantedId;
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter(isReachable);
  const isHiddenToEyes = (node: Element): boolean => {
    const { width, height } = node.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };
  const visibleText = (node: Element): string => {
    let words = '';
    const walk = (inner: Node) => {
      if (inner instanceof Text) words += inner.data;
      else if (inner instanceof Element && isDrawn(inner) && !isHiddenToEyes(inner)) inner.childNodes.forEach(walk);
    };
    node.childNodes.forEach(walk);
    return words.replace(/\s+/g, ' ').trim();
  };

  const nameOf = (node: Element): string => {
    const labels = node
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id));
    const fieldLabels = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? [...(node.labels ?? [])] : [];
    const words = (part: Node | null): string =>
      part instanceof Element
        ? // A closed tooltip does not belong to the name.
          (part.getAttribute('aria-hidden') === 'true' && labels === undefined) || part.getAttribute('role') === 'tooltip'
          ? ''
          : [...part.childNodes].map(words).join('')
        : (part?.textContent ?? '');
    return node.getAttribute('aria-label') ?? (labels ?? (fieldLabels.length > 0 ? fieldLabels : [node])).map(words).join(' ').trim();
  };

  // R1: the only live regions are announcers and toasts. They are empty until the page changes. Hidden live regions are not checked.
  for (const node of document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off]), output')) {
    if (node.closest('[hidden]')) continue;
    const isOurs = node.closest('[data-announcer]') || node.closest('section[aria-label=Messages]');
    if (!isOurs) report('R1', node, 'a live region besides the announcer and the messages');
    // On slow machines, a live region may still contain the loading announcement.
    const said = node.textContent?.trim() ?? '';
    if (isFresh && said && !/^(Loading billing|Billing loaded)/.test(said))
      report('R1', node, 'a live region holds text before anything has changed');
  }

  // R2: unavailable controls stay focusable and state the reason.
  for (const node of all('button:disabled, input:disabled, select:disabled, textarea:disabled'))
    // Accepts a disabled control outside of the tab order. Keyboard users cannot reach it, and the next control states why it is disabled.
    if (node.getAttribute('tabindex') !== '-1') report('R2', node, 'natively disabled');
  for (const node of all('[aria-disabled=true]')) {
    const reasons = (node.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent?.trim());
    if (node.tabIndex < 0 && !node.matches('[role=menuitem], [role=option], [role=radio]'))
      report('R2', node, 'unavailable and out of reach of Tab');
    // Ignores the focused control. If a reason appears during focus, the page adds this reason to the control's description only on blur.
    if (!reasons.some(Boolean) && !node.hasAttribute('data-pending') && node !== document.activeElement)
      report('R2', node, 'unavailable without a reason as its description');
  }

  // R5: the accessible name of a control begins with its visible text.
  for (const node of all('a[aria-label], button[aria-label], [role=button][aria-label], [role=menuitem][aria-label]')) {
    const seen = visibleText(node);
    if (seen && !node.getAttribute('aria-label')?.replace(/\s+/g, ' ').startsWith(seen))
      report('R5', node, `named so over the visible "${seen}"`);
  }

  // R9: only named, focusable regions scroll sideways; no text is cut off.
  const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (overflow > 0) report('R9', document.body, `the page is ${overflow} px too wide`);
  for (const node of all('body *')) {
    const style = getComputedStyle(node);
    const overflows = node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1;
    if (overflows && /auto|scroll/.test(style.overflowX)) {
      const isNamed = node.hasAttribute('aria-label') || node.hasAttribute('aria-labelledby');
      if (node.tabIndex < 0 || !isNamed) report('R9', node, 'scrolls sideways without a name or without taking the focus');
    }
    const hasOwnText = [...node.childNodes].some((child) => child instanceof Text && child.data.trim() !== '');
    if (hasOwnText && /hidden|clip/.test(style.overflowX) && overflows && !isHiddenToEyes(node)) report('R9', node, 'text is cut off');
  }

  // R10: no animation runs if the user prefers reduced motion.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    for (const animation of document.getAnimations())
      if (animation.playState === 'running' && animation.effect instanceof KeyframeEffect && animation.effect.target)
        report('R10', animation.effect.target, 'moves in spite of reduced motion');

  // R11: the text of a link says if the link opens a new tab or leaves the site.
  for (const node of all('a[href]')) {
    const leaves = node instanceof HTMLAnchorElement && /^https?:$/.test(node.protocol) && node.origin !== location.origin;
    const name = node.getAttribute('aria-label') ?? node.textContent ?? '';
    if ((leaves || node.getAttribute('target') === '_blank') && !/opens in new tab/.test(name))
      report('R11', node, 'opens apart and does not say so');
  }

  // R12: the support link is the first link of the footer and the last link of every dialog.
  const isHelp = (link: Element | undefined | null) => link?.textContent?.trim() === 'Contact support' && link.matches('[href^="mailto:"]');
  // False on the postbox, its emails and the staff page, which lack the product's header and footer.
  const isFramed = !/^\/sandbox\/(postbox|staff)/.test(location.pathname);
  if (isFramed && !isHelp(document.querySelector('footer a[href]')))
    report('R12', document.body, 'the foot of the page does not begin with the way to support');
  for (const node of all('[role=dialog], [role=alertdialog]'))
    // Ignores dialogs with menus. Also ignores the bank's challenge, because the content of the challenge is in a separate frame.
    if (
      !node.querySelector('[role=menu], [role=listbox]') &&
      node.textContent.trim() !== '' &&
      !isHelp([...node.querySelectorAll('a[href]')].at(-1))
    )
      report('R12', node, 'the dialog does not end with the way to support');

  // R13: an amount must be a single text node, and an old price must contain the word "was".
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const words = (node.textContent ?? '').trim();
    if (node.parentElement && words.endsWith('$')) report('R13', node.parentElement, 'a sign of money apart from its amount');
  }
  for (const node of all('s, del')) {
    const before = node.parentElement?.textContent?.trim() ?? '';
    if (!/\bwas\b/.test(before)) report('R13', node, 'struck through without a word that it is old');
  }

  // R15: screen readers must not announce unintended words.
  for (const node of all('[aria-haspopup=dialog]')) report('R15', node, 'says that it opens a dialog, which takes the arrow keys away');
  for (const node of all('h1[tabindex], h2[tabindex], h3[tabindex], h4[tabindex]'))
    if (node !== document.activeElement) report('R15', node, 'a heading that can be focused is spoken as clickable');
  for (const node of all('li')) {
    const { display, listStyleType, listStyleImage } = getComputedStyle(node);
    if (display === 'list-item' && (listStyleType !== 'none' || listStyleImage !== 'none'))
      report('R15', node, `has a marker of the list style ${listStyleType}, which is spoken`);
  }
  for (const node of document.querySelectorAll<HTMLElement>('[role=tooltip]')) {
    const owner =
      node.id === ''
        ? node.previousElementSibling
        : (document.querySelector(`[aria-describedby~="${node.id}"]`) ?? node.previousElementSibling);
    const words = node.textContent?.trim() ?? '';
    if (owner && words !== '' && nameOf(owner).includes(words)) report('R15', owner, `a tooltip repeats its name "${words}"`);
  }
  for (const node of all('input, select, textarea, [role=combobox]'))
    if (/\brequired\b/.test(nameOf(node))) report('R15', node, 'its name says that it is required, which its state says already');

  // Structure: the page has one h1, a title that ends with the product's name, and unique ids.
  const headings = [...document.querySelectorAll('h1')].filter(isDrawn);
  if (headings.length !== 1) report('structure', document.body, `${headings.length} first headings`);
  if (isFramed && !document.title.endsWith(' - Groundwork')) report('structure', document.body, `the title is "${document.title}"`);
  const ids = new Set<string>();
  for (const node of document.querySelectorAll('[id]')) {
    if (ids.has(node.id)) report('structure', node, `the id ${node.id} is there twice`);
    ids.add(node.id);
  }

  // The topmost dialog must contain the focus.
  const dialogs = all('[role=dialog], [role=alertdialog]');
  const top = dialogs.at(-1);
  if (top && !top.contains(document.activeElement) && document.activeElement?.tagName !== 'IFRAME')
    report('focus', top, 'an open dialog without the focus');

  // R8: checks contrast that engines do not check: the contrast of unavailable controls, placeholders and overlapping elements.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, readonly number[]>();
  const rgba = (color: string): readonly number[] => {
    const before = known.get(color);
    if (before || !canvas) return before ?? [0, 0, 0, 255];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data];
    known.set(color, parts);
    return parts;
  };
  const luminance = ([r = 0, g = 0, b = 0]: readonly number[]): number => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const groundOf = (node: Element | null): readonly number[] => {
    for (let at = node; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return rgba('Canvas');
  };
  const isForced = matchMedia('(forced-colors: active)').matches;
  const expectContrast = (node: Element, color: string, what: string) => {
    const [a, b] = [luminance(rgba(color)), luminance(groundOf(node))].toSorted((x, y) => y - x);
    const ratio = ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05);
    const { fontSize, fontWeight } = getComputedStyle(node);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    // Does not check contrast in forced colors, because the user chooses these colors.
    if (!isForced && ratio < (isLarge ? 4.49 : 6.99)) report('R8', node, `${what} has a contrast of ${ratio.toFixed(2)}`);
  };
  for (const node of all('body *')) {
    const hasText = [...node.childNodes].some((child) => child instanceof Text && child.data.trim() !== '');
    if (hasText && !isHiddenToEyes(node)) expectContrast(node, getComputedStyle(node).color, 'text');
  }
  for (const node of all('input[placeholder], textarea[placeholder]'))
    expectContrast(node, getComputedStyle(node, '::placeholder').color, 'the placeholder');
  for (const node of all('input, textarea')) if (!isHiddenToEyes(node)) expectContrast(node, getComputedStyle(node).color, 'typed text');

  // Links with the same name must lead to the same target.
  const leadsTo = new Map<string, string>();
  for (const node of all('a[href]')) {
    const name = (node.getAttribute('aria-label') ?? node.textContent ?? '').trim();
    const address = node instanceof HTMLAnchorElement ? node.href : '';
    if (leadsTo.has(name) && leadsTo.get(name) !== address) report('structure', node, `two links "${name}" lead to two places`);
    leadsTo.set(name, address);
  }
  return found;
}
