import type { HouseFinding, HouseOptions } from './in-page.ts';

/** Rules about the speech of forms, tables and dialogs. The function runs in the page, so it must not use names from outside. */
export function lookAtSpokenRules({ plantedId }: HouseOptions): HouseFinding[] {
  const found: HouseFinding[] = [];
  const placeOf = (node: Element): string =>
    `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 60)}"`;
  const report = (rule: string, node: Element, message: string) => void found.push({ rule, place: placeOf(node), message });
  const isReachable = (node: Element): boolean =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
    !node.closest('[inert], [aria-hidden=true]') &&
    node.id !== plantedId;
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter(isReachable);
  const textOf = (ids: string | null): string =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
  const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

  // R17: the text of each link in an error summary must be part of the description of the linked field.
  const summaries = '[role=group][tabindex="-1"][aria-describedby]';
  for (const link of all(`${summaries} a[href^="#"]`)) {
    const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    const parts = field ? [field, ...field.querySelectorAll('input, textarea, select, button, [tabindex]')] : [];
    const said = parts
      .map((part) => textOf(part.getAttribute('aria-describedby')) + textOf(part.getAttribute('aria-errormessage')))
      .join(' ');
    const words = link.textContent?.trim() ?? '';
    if (!field) report('R17', link, 'an error summary links to a field that does not exist');
    else if (!said.includes(words)) report('R17', field, `the field is not described by "${words}", which an error summary says of it`);
  }

  // R18: a row header contains no control, and a cell contains at most one control. Reason: a screen reader command that moves to the next
  // cell stops at a control inside a cell.
  const controls = 'button, input, select, textarea, [role=button]';
  for (const header of all('[role=rowheader]'))
    if (header.querySelector(header.closest('[role=grid]') ? `${controls}, a[href]` : controls))
      report('R18', header, 'a row header holds a control');
  for (const cell of all('[role=cell]:not([colspan]), [role=gridcell]'))
    // Ignores controls in popovers: a closed popover is not read, and an open one lies above the table.
    if (
      [...cell.querySelectorAll(`:is(${controls}, a[href])`)].filter(
        (control) => control.checkVisibility() && control.closest('[popover]') === null,
      ).length > 1
    )
      report('R18', cell, 'a cell holds more than one control');

  // R19: at most 12 spoken words before the first useful word. Orca adds "dialog" or "table with 5 rows 3 columns" to a name.
  const nameOf = (node: Element): string =>
    node.getAttribute('aria-label') ??
    (textOf(node.getAttribute('aria-labelledby')) ||
      (node.querySelector(':scope > caption, :scope > legend')?.textContent ?? (/^H\d$/.test(node.tagName) ? node.textContent : '')));
  for (const node of all('[role=table], [role=grid]')) {
    const dialog = node.closest('[role=dialog]');
    const words = wordsOf(nameOf(node)) + 6 + (dialog ? wordsOf(nameOf(dialog)) + 1 : 0);
    if (words > 12) report('R19', node, `${words} words before its first cell`);
  }
  for (const node of all('[role=dialog] [role=region], [role=dialog] section[aria-label]')) {
    const name = nameOf(node);
    if (node.querySelector('[role=table], [role=grid]') && all('[role=table], [role=grid]').some((inner) => nameOf(inner) === name))
      report('R19', node, 'a region repeats the name of its table');
  }
  // When a dialog opens, Orca says its name and role. Orca repeats both before each heading that the heading key reaches.
  const dialogs = ':is([role=dialog], [role=alertdialog])';
  for (const node of all(dialogs)) {
    const words = wordsOf(nameOf(node)) + 1;
    if (words > 12) report('R19', node, `${words} words before its first heading`);
  }
  for (const heading of all(`${dialogs} :is(h3, h4, h5)`)) {
    let words = 0;
    for (let above = heading.parentElement; above; above = above.parentElement) {
      // Orca says, for example, "list with 4 items".
      if (above.matches('ul, ol, [role=list]')) words += 4;
      else if (above.matches(`${dialogs}, section, fieldset, [role=region], [role=group]`) && nameOf(above) !== nameOf(heading))
        words += nameOf(above) === '' ? 0 : wordsOf(nameOf(above)) + 1;
    }
    if (words > 12) report('R19', heading, `${words} words before this heading`);
  }

  // R20: the Linux accessibility tree joins the text of a span with `display: block` to the previous word without a space.
  const hostOf = (text: Node): Element | null => text.parentElement?.closest(':not(span, s, b, i, bdi)') ?? null;
  for (const place of all('td, th, li')) {
    const parts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let before: Node | null = null;
    for (let node = parts.nextNode(); node; node = parts.nextNode()) {
      if (node instanceof HTMLBRElement) before = null;
      if (!(node instanceof Text)) continue;
      const block = node.parentElement?.closest('span');
      const isApart = block && isReachable(block) && getComputedStyle(block).display === 'block' && !block.contains(before);
      const [left, right] = [before?.textContent ?? '', node.data];
      if (isApart && before && hostOf(before) === hostOf(node) && /[\p{L}\p{N})]$/u.test(left) && /^[\p{L}\p{N}(]/u.test(right))
        report('R20', place, `words run together: "${left.slice(-20)}${right.slice(0, 20)}"`);
      before = node;
    }
  }
  return found;
}
