import type { Page } from 'playwright';
import type { Result } from '#a11y/audit/finding.ts';
import { plantedId } from '#a11y/audit/plant.ts';
import type { HouseFinding } from './in-page.ts';

/**
 * R14: a press in a control's box reaches the control. R7: the box has at least 44 px, or 36 px in the lines of an invoice without a touch
 * screen. The function runs in the page, so it must not use names from outside.
 */
export function lookAtTargets(planted: string): HouseFinding[] {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=option], [role=radio], [role=checkbox]';
  const steps = 9;
  const isTouched = matchMedia('(any-pointer: coarse)').matches;
  const isInLine = (node: Element): boolean =>
    node.matches('[role=row] > :not([colspan]) *') &&
    /^(Upcoming invoice, by |Lines of invoice )/.test(node.closest('table')?.caption?.textContent ?? '');
  const found: HouseFinding[] = [];
  const labelOf = (node: Element): string =>
    `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 60)}"`;
  const isDrawn = (node: Element): boolean =>
    node.checkVisibility({ visibilityProperty: true }) && !node.closest('[inert], [aria-hidden=true], [popover]:not(:popover-open)');
  const places = [...document.querySelectorAll('*')]
    .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight || scrollWidth > clientWidth)
    .map((node) => [node, node.scrollLeft, node.scrollTop] as const);
  // If a list is open, nothing is scrolled, because scrolling the page would close the list.
  const isListOpen = document.querySelector('[role=listbox], [role=menu]') !== null;

  /** Returns the element that a press must reach. For a radio or checkbox with a hidden box, this is the label. */
  const targetOf = (node: Element): Element | null => {
    const label = node.matches('input[type=radio], input[type=checkbox]') ? node.closest('label') : null;
    const target = label ?? node;
    const { width, height } = target.getBoundingClientRect();
    return width > 1 && height > 1 && (label !== null || getComputedStyle(node).clipPath === 'none') ? target : null;
  };
  /** Returns the area in which a node can be visible. Ancestors that scroll or clip their content limit this area. */
  const clipOf = (node: Element): DOMRect => {
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let at = node.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        const box = at.getBoundingClientRect();
        [left, top, right, bottom] = [
          Math.max(left, box.left),
          Math.max(top, box.top),
          Math.min(right, box.right),
          Math.min(bottom, box.bottom),
        ];
      }
      if (style.position === 'fixed') break;
    }
    // No point outside the window can be pressed. Without the minimum of 0, the box could get a negative size.
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  /** Returns true if the point lies in a corner of the box that the border radius cuts off. A press there need not reach the control. */
  const isCorner = (node: Element, box: DOMRect, x: number, y: number): boolean => {
    const style = getComputedStyle(node);
    const radius = (value: string): number => Math.min(Number.parseFloat(value) || 0, box.width / 2, box.height / 2);
    const isLeft = x < box.left + box.width / 2;
    const isTop = y < box.top + box.height / 2;
    const [side, edge] = [isLeft ? 'Left' : 'Right', isTop ? 'Top' : 'Bottom'] as const;
    const r = radius(style[`border${edge}${side}Radius`]);
    const dx = isLeft ? box.left + r - x : x - (box.right - r);
    const dy = isTop ? box.top + r - y : y - (box.bottom - r);
    return dx > 0 && dy > 0 && Math.hypot(dx, dy) > r - 0.5;
  };

  // Shadow roots of third-party dialogs. While a dialog is open, it covers the page, so a press on a page control may reach the dialog.
  const foreign = [...document.querySelectorAll('body > *')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const isBehindForeign = (hit: Element | null): boolean => Boolean(hit?.shadowRoot?.querySelector('dialog:modal'));
  // Open panels below the button that opened them. A panel may cover other controls until the user closes the panel.
  const openPanels = [...document.querySelectorAll('[aria-expanded=true][aria-controls]')].flatMap(
    (opener) => document.getElementById(opener.getAttribute('aria-controls') ?? '') ?? [],
  );
  const isInPanel = (element: Element): boolean =>
    openPanels.some((panel) => getComputedStyle(panel).position === 'absolute' && panel.contains(element));
  for (const node of [document, ...foreign].flatMap((root) => [...root.querySelectorAll<HTMLElement>(controls)])) {
    const tree = node.getRootNode() as Document | ShadowRoot;
    // The planted control is the last control. Its finding proves that the loop has reached the end of the document.
    if (node.id === planted) found.push({ rule: 'R14', place: planted, message: 'the planted control' });
    const target = isDrawn(node) && node.id !== planted ? targetOf(node) : null;
    if (!target) continue;
    if (!isListOpen) target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const clip = clipOf(target);
    const boxes = [...target.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const missed = new Map<string, number>();
    let pointCount = 0;
    for (const box of boxes)
      for (let step = 0; step < steps * steps; step += 1) {
        const x = box.left + ((step % steps) + 0.5) * (box.width / steps);
        const y = box.top + (Math.floor(step / steps) + 0.5) * (box.height / steps);
        if (x <= clip.left || x >= clip.right || y <= clip.top || y >= clip.bottom || isCorner(target, box, x, y)) continue;
        pointCount += 1;
        const hit = tree.elementFromPoint(x, y);
        if (tree === document && isBehindForeign(hit)) continue;
        // A label forwards a press to its control. A button inside a label is a separate control.
        const passedOn = hit?.closest('label')?.control;
        // Accepts two kinds of hits: the button inside a combo box field, and a toast or popover, which the user can close.
        const isFieldButton = node.matches('[role=combobox]') && node.parentElement?.contains(hit);
        if (hit?.closest('section[aria-label=Messages], [popover]') && !node.closest('section[aria-label=Messages], [popover]')) continue;
        if (hit && isInPanel(hit) && !isInPanel(node)) continue;
        if (hit && (target.contains(hit) || passedOn === node || isFieldButton)) continue;
        const name = hit ? labelOf(hit.closest(controls) ?? hit) : 'nothing';
        missed.set(name, (missed.get(name) ?? 0) + 1);
      }
    for (const [name, points] of missed)
      found.push({ rule: 'R14', place: labelOf(node), message: `${points} of ${pointCount} points hit ${name}` });

    // Finds links in running text. They are only as high as the text line, so they need no 44 px.
    const around = node.closest('bdi')?.parentElement ?? node.parentElement;
    const isInText =
      node.matches('a') && getComputedStyle(node).display === 'inline' && around?.textContent?.trim() !== node.textContent?.trim();
    const { width, height } = target.getBoundingClientRect();
    const leastHeight = isInLine(node) && !isTouched ? 35.5 : 43.5;
    if (!isInText && (width < 43.5 || height < leastHeight))
      found.push({ rule: 'R7', place: labelOf(node), message: `a target of ${width.toFixed(1)} x ${height.toFixed(1)} px` });
  }
  for (const [node, left, top] of places) node.scrollTo({ left, top, behavior: 'instant' });
  return found;
}

export async function runHitTest(page: Page): Promise<Result> {
  const found: HouseFinding[] = [];
  for (const frame of page.frames()) {
    // Ignores errors of a frame that disappears during the test.
    const inFrame = frame.evaluate(lookAtTargets, plantedId);
    found.push(...(await (frame === page.mainFrame() ? inFrame : inFrame.catch(() => []))));
  }
  return {
    findings: found.filter(({ place }) => place !== plantedId).map((finding) => ({ ...finding, isUndecided: false })),
    sawPlanted: found.some(({ place }) => place === plantedId),
  };
}
