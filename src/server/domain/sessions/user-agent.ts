/** In search order. The headers of some browsers also name browsers that come later in this list. */
const browsers: readonly (readonly [name: string, form: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:\b|Headless)(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: readonly (readonly [name: string, form: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (table: typeof browsers, header: string): string | null => table.find(([, form]) => form.test(header))?.[0] ?? null;

export const deviceOf = (header: string | null): { readonly browser: string | null; readonly system: string | null } => ({
  browser: nameIn(browsers, header ?? ''),
  system: nameIn(systems, header ?? ''),
});
