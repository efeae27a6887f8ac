import { Fragment, type ElementType } from 'react';
import * as react from 'react/jsx-runtime';

export type JsxProps = Record<string, unknown>;

/** Elements without spans around their texts: elements that can contain only text, and text elements of SVG. */
const withoutSpans: ReadonlySet<ElementType> = new Set(['option', 'textarea', 'title', 'style', 'script', 'text', 'tspan', 'desc']);

const isText = (node: unknown): node is string | number => typeof node === 'string' || typeof node === 'number';
const isNothing = (node: unknown): boolean => node === null || node === undefined || typeof node === 'boolean';

const isTranslated = (): boolean => typeof window === 'object' && window.earlyInput?.isTranslated === true;

const inSpan = (text: string | number, key?: string) => react.jsx('span', withOwnText('span', { children: text }), key);

/** Wraps each text in a span. The index of each node stays the same, because React would otherwise mount sibling nodes again. */
const inSpans = (nodes: readonly unknown[], isList: boolean): unknown[] =>
  nodes.map((node, index) => {
    if (Array.isArray(node)) return inSpans(node, true);
    return isText(node) && `${node}`.trim() !== '' ? inSpan(node, isList ? `text ${index}` : undefined) : node;
  });

/** Wraps texts in spans. If a translator replaces text nodes, React can update a text only if the text is the only child. */
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
  // The value is a getter, because a translator may change the text shortly before React reads the value during hydration.
  else if (typeof type === 'string') Object.defineProperty(props, 'suppressHydrationWarning', { get: isTranslated, enumerable: true });
  return props;
}

const elementOf: typeof react.jsx = (type, props, key) => react.jsx(type, withOwnText(type, props as JsxProps), key);
const elementOfMany: typeof react.jsxs = (type, props, key) => {
  const textProps = withOwnText(type, props as JsxProps, false);
  return (Array.isArray(textProps['children']) ? react.jsxs : react.jsx)(type, textProps, key);
};

/** React's JSX runtime with an element around each text. The exports have the names that compilers import. */
export { Fragment, elementOf as jsx, elementOfMany as jsxs };
export type { JSX } from 'react/jsx-runtime';
