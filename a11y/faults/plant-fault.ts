import type { Page } from 'playwright';
import type { NewElement, PageFault } from './fault.ts';

declare global {
  interface Window {
    takeFaultBack?: () => void;
  }
}

export async function plantFault(page: Page, fault: PageFault): Promise<void> {
  await page.setViewportSize({ width: fault.width ?? 1280, height: 900 });
  await page.evaluate((change: PageFault) => {
    const node = document.querySelector<HTMLElement>(change.at ?? 'body');
    if (!node) throw new Error(`nothing at ${change.at}`);
    const undo: (() => void)[] = [];
    const set = (name: string, value: string | null) => {
      const before = node.getAttribute(name);
      if (value === null) node.removeAttribute(name);
      else node.setAttribute(name, value);
      undo.push(() => (before === null ? node.removeAttribute(name) : node.setAttribute(name, before)));
    };
    for (const [name, value] of Object.entries(change.attributes ?? {})) set(name, value);
    const style = (at: HTMLElement, rules: string) => {
      // The CSP forbids style attributes in HTML, but a script may set inline styles.
      at.style.cssText = rules;
    };
    if (change.styles) {
      const before = node.style.cssText;
      style(
        node,
        Object.entries(change.styles)
          .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value} !important`)
          .join('; '),
      );
      undo.push(() => style(node, before));
    }
    const create = ({ tag, attributes = {}, text = '', children = [] }: NewElement): HTMLElement => {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (name === 'style') style(made, value);
        else if (name !== 'srcdoc') made.setAttribute(name, value);
      }
      made.append(text, ...children.map(create));
      return made;
    };
    if (change.insert) {
      const made = create(change.insert);
      node.append(made);
      undo.push(() => made.remove());
    }
    if (change.text !== undefined) {
      const before = node.textContent;
      node.textContent = change.text;
      undo.push(() => (node.textContent = before));
    }
    if (change.title !== undefined) {
      const before = document.title;
      document.title = change.title;
      undo.push(() => (document.title = before));
    }
    if (change.comesLast) {
      const { nextSibling: next, parentNode: parent } = node;
      parent?.append(node);
      undo.push(() => parent?.insertBefore(node, next));
    }
    if (change.moves) {
      const animation = node.animate([{ opacity: 1 }, { opacity: 0.9 }], { duration: 1e6 });
      undo.push(() => animation.cancel());
    }
    window.takeFaultBack = () => undo.toReversed().forEach((step) => step());
  }, fault);
}

export const takeBack = (page: Page): Promise<void> => page.evaluate(() => window.takeFaultBack?.());
