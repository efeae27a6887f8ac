/** Returns a ref that sets styles from data: a color, a width, a font. Only for the gallery; the product uses classes and tokens. */
export const whenDrawn =
  (style: Partial<CSSStyleDeclaration>) =>
  (element: HTMLElement | SVGElement | null): void => {
    if (element) Object.assign(element.style, style);
  };
