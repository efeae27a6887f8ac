/** Media features of the user's system. A page cannot change them, so the style sheets are rewritten. */
export interface MediaWishes {
  readonly print: boolean;
  readonly forcedColors: boolean;
  readonly reducedMotion: boolean;
}

const always = '(min-width: 0px)';
const never = '(max-width: 0px)';

/** Replaces emulated features: `@media (forced-colors: active)` becomes `@media (min-width: 0px)` if forced colors are emulated. */
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

/** Rewrites all style sheets of a document, including nested and imported ones. Can be repeated. */
export function emulateMedia(target: Document, wishes: MediaWishes): void {
  for (const sheet of target.styleSheets) decideIn(sheet, wishes);
}

function decideIn(holder: { readonly cssRules: CSSRuleList }, wishes: MediaWishes): void {
  for (const rule of holder.cssRules) {
    // Rules belong to the frame's window, so `instanceof` would fail.
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
