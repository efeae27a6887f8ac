import { Fragment, type ElementType } from 'react';
import * as react from 'react/jsx-runtime';

/** Props of an element as JSX makes them: a new object each time. */
export type JsxProps = Record<string, unknown>;

/** Elements that hold text alone, or text of SVG. */
const withoutSpans: ReadonlySet<ElementType> = new Set(['option', 'textarea', 'title', 'style', 'script', 'text', 'tspan', 'desc']);

const isText = (node: unknown): node is string | number => typeof node === 'string' || typeof node === 'number';
const isNothing = (node: unknown): boolean => node === null || node === undefined || typeof node === 'boolean';

/** True for a page whose text a translator changed before React hydrated it. */
const isTranslated = (): boolean => typeof window === 'object' && window.earlyInput?.isTranslated === true;

const inSpan = (text: string | number, key?: string) => react.jsx('span', withOwnText('span', { children: text }), key);

/** The nodes with each text in a span. Texts keep their index, so no other child is mounted again when they come and go. */
const inSpans = (nodes: readonly unknown[], isList: boolean): unknown[] =>
  nodes.map((node, index) => {
    if (Array.isArray(node)) return inSpans(node, true);
    return isText(node) && `${node}`.trim() !== '' ? inSpan(node, isList ? `text ${index}` : undefined) : node;
  });

/**
 * Gives every text an element of which it is the only child. A browser's translator replaces text nodes with elements of its own;
 * React then fails to remove or update the node that it made, except if the text is all that an element holds.
 * @param isList false if the children are the fixed ones of the JSX, which need no keys
 */
export function withOwnText(type: ElementType, props: JsxProps, isList = true): JsxProps {
  const { children } = props;
  if (Array.isArray(children)) {
    const isAllText = children.some(isText) && children.every((child) => isText(child) || isNothing(child));
    if (isAllText) props['children'] = children.filter(isText).join('');
    else if (!withoutSpans.has(type)) props['children'] = inSpans(children, isList);
  }
  const text = props['children'];
  if (!isText(text)) return props;
  if (type === Fragment) props['children'] = inSpan(text);
  // Read by React at the moment of hydration, when the translator may just have changed the text.
  else if (typeof type === 'string') Object.defineProperty(props, 'suppressHydrationWarning', { get: isTranslated, enumerable: true });
  return props;
}

const elementOf: typeof react.jsx = (type, props, key) => react.jsx(type, withOwnText(type, props as JsxProps), key);
const elementOfMany: typeof react.jsxs = (type, props, key) => {
  const textProps = withOwnText(type, props as JsxProps, false);
  return (Array.isArray(textProps['children']) ? react.jsxs : react.jsx)(type, textProps, key);
};

/** React's JSX with an element for every text, under the names that compilers import. */
export { Fragment, elementOf as jsx, elementOfMany as jsxs };
export type { JSX } from 'react/jsx-runtime';
