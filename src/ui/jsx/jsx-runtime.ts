import * as react from 'react/jsx-runtime';
import { withOwnText, type JsxProps } from './own-text.ts';

/** The JSX of the page: React's, with an element for every text. Named as compilers look for it. */
export { Fragment } from 'react';
export type { JSX } from 'react/jsx-runtime';

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, withOwnText(type, props as JsxProps), key);
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const own = withOwnText(type, props as JsxProps);
  return (Array.isArray(own['children']) ? react.jsxs : react.jsx)(type, own, key);
};
