/** Media features to emulate. A page can't change the user's system, so the conditions in its style sheets are rewritten. */
export interface MediaWishes {
  readonly print: boolean;
  readonly forcedColors: boolean;
  readonly reducedMotion: boolean;
}

const always = '(min-width: 0px)';
const never = '(max-width: 0px)';

/** Rewrites a media condition. If forced colors are emulated, `(forced-colors: active)` becomes the always true `(min-width: 0px)`. */
export function decideMedia(condition: string, wishes: MediaWishes): string {
  let decided = condition;
  if (wishes.print) decided = decided.replace(/\bscreen\b/g, `all and ${never}`).replace(/\bprint\b/g, 'all');
  if (wishes.forcedColors)
    decided = decided.replace(/\(\s*forced-colors\s*(?::\s*(\w+)\s*)?\)/g, (_, value: string | undefined) =>
      value === 'none' ? never : always,
    );
  if (wishes.reducedMotion)
    decided = decided.replace(/\(\s*prefers-reduced-motion\s*(?::\s*([\w-]+)\s*)?\)/g, (_, value: string | undefined) =>
      value === 'no-preference' ? never : always,
    );
  return decided;
}

const written = new WeakMap<CSSMediaRule, string>();

/** Rewrites the media conditions in all style sheets of a document, including nested and imported rules. Can be called repeatedly. */
export function emulateMedia(target: Document, wishes: MediaWishes): void {
  for (const sheet of target.styleSheets) decideIn(sheet, wishes);
}

function decideIn(holder: { readonly cssRules: CSSRuleList }, wishes: MediaWishes): void {
  for (const rule of holder.cssRules) {
    // `instanceof` would fail for rules in a frame, because they have the classes of the frame's window.
    if ('styleSheet' in rule) {
      if (rule.styleSheet) decideIn(rule.styleSheet as CSSStyleSheet, wishes);
      continue;
    }
    if (!('cssRules' in rule)) continue;
    if ('media' in rule) decideRule(rule as CSSMediaRule, wishes);
    decideIn(rule as CSSGroupingRule, wishes);
  }
}

function decideRule(rule: CSSMediaRule, wishes: MediaWishes): void {
  const original = written.get(rule) ?? rule.media.mediaText;
  written.set(rule, original);
  const decided = decideMedia(original, wishes);
  if (decided !== rule.media.mediaText) rule.media.mediaText = decided;
}
