/**
 * A ref that draws what only the data knows: a colour, a width, a font. Product code has no use for it; there every
 * value is a class and a token.
 */
export const whenDrawn =
  (style: Partial<CSSStyleDeclaration>) =>
  (element: HTMLElement | SVGElement | null): void => {
    if (element) Object.assign(element.style, style);
  };
