import { withoutComments } from './lint-classes.ts';
import type { Problem } from './model.ts';

const PAINT =
  /(?<![\w-])(fill|stroke|stopColor|floodColor|lightingColor|strokeWidth|fontSize|fontFamily|fontWeight|letterSpacing|opacity|fillOpacity|strokeOpacity)=(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([\d.]+))\s*\})/g;
const INLINE_STYLE = /(?<![\w-])style=[{"']/g;
/** Allowed values of SVG attributes. */
const PLAIN = /^(none|currentColor|transparent|inherit|0|1|url\(#.+\)|var\(--.+\))$/;

/** True for the source of an email. Emails contain inline styles, because email programs ignore style sheets. */
const isMail = (file: string): boolean => file.startsWith('src/server/notices/');

/** Checks that JSX contains no inline styles, and that SVG attributes contain no raw values. */
export function lintScript(file: string, source: string): Problem[] {
  if (!file.endsWith('.tsx')) return [];
  const code = withoutComments(source);
  const problems: Problem[] = [];
  for (const match of isMail(file) ? [] : code.matchAll(INLINE_STYLE)) {
    report(match.index, 'an inline style reaches no mode and is refused by the style-src of the page: use a class');
  }
  for (const match of code.matchAll(PAINT)) {
    const [, attribute = '', ...values] = match;
    const value = values.find((one) => one !== undefined) ?? '';
    if (!PLAIN.test(value)) report(match.index, `${attribute}: raw value ${value}: use a token, in a class`);
  }
  return problems;

  function report(index: number, reason: string): void {
    problems.push({ gate: 'literals', file, path: `line ${code.slice(0, index).split('\n').length}`, reason });
  }
}
