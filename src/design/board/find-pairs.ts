import type { BrokenPair } from '#design/tokens/pairs.ts';

/** Compares computed colors, so two tokens with the same color are not distinguished. */
export function findPairs(root: Element, pairs: readonly BrokenPair[]): BrokenPair[] {
  if (pairs.length === 0) return [];
  const colorOf = resolver(root);
  const wanted = pairs.map((pair) => ({ pair, front: colorOf(pair.foreground), ground: colorOf(pair.background) }));
  const found = new Set<BrokenPair>();
  for (const element of root.querySelectorAll('*')) {
    const style = viewOf(root).getComputedStyle(element);
    const text = hasText(element) ? style.color : null;
    const shapes = [
      style.borderBlockStartColor,
      style.borderInlineStartColor,
      style.borderBlockEndColor,
      style.fill,
      style.stroke,
      style.backgroundColor,
    ];
    let ground: string | undefined;
    for (const { pair, front, ground: wantedGround } of wanted) {
      if (pair.role === 'text' ? text !== front : !shapes.includes(front)) continue;
      ground ??= groundOf(pair.role === 'text' ? element : (element.parentElement ?? element));
      if (ground === wantedGround) found.add(pair);
    }
  }
  return [...found];
}

const viewOf = (element: Element): Window => element.ownerDocument.defaultView ?? window;

const hasText = (element: Element): boolean =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());

function resolver(root: Element): (property: string) => string {
  const probe = root.ownerDocument.createElement('span');
  return (property) => {
    root.append(probe);
    probe.style.color = `var(${property})`;
    const color = viewOf(root).getComputedStyle(probe).color;
    probe.remove();
    return color;
  };
}

function groundOf(element: Element): string {
  for (let node: Element | null = element; node; node = node.parentElement) {
    const { backgroundColor } = viewOf(element).getComputedStyle(node);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
  }
  return 'rgb(255, 255, 255)';
}
