/** Returns a ref that sets inline styles, for example a color from data. Only the gallery uses it; the product uses classes and tokens. */
export const whenDrawn =
  (style: Partial<CSSStyleDeclaration>) =>
  (element: HTMLElement | SVGElement | null): void => {
    if (element) Object.assign(element.style, style);
  };
