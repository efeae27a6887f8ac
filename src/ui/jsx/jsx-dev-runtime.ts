import * as react from 'react/jsx-dev-runtime';
import { withOwnText, type JsxProps } from './jsx-runtime.ts';

/** Variant of `jsx-runtime` with React's development checks. */
export { Fragment } from 'react';
export type { JSX } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, source, self) => {
  const textProps = withOwnText(type, props as JsxProps, !isStatic);
  return react.jsxDEV(type, textProps, key, isStatic && Array.isArray(textProps['children']), source, self);
};
