import { themeAttributes, type ThemeChoice } from '#ui/ThemeSwitch/theme-choice.ts';
import { keepEarlyInput } from './early/keep-input.ts';
import { keepEarlyShortcut } from './early/keep-shortcut.ts';
import { inlineJson, pageDataId, type PageData } from './page-data.ts';
import { browserEntry, type PageAssets } from './preloads.ts';

export interface DocumentParts {
  readonly title: string;
  readonly nonce: string;
  readonly theme: ThemeChoice;
  /** Null on the development server. */
  readonly assets: PageAssets | null;
  readonly data: PageData;
  readonly body: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const rootAttributes = (theme: ThemeChoice): string =>
  Object.entries(themeAttributes(theme))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

function assetTags(assets: PageAssets | null, nonce: string): string {
  if (!assets) {
    return [
      `<script type="module" nonce="${nonce}">import { injectIntoGlobalHook } from '/@react-refresh'; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>`,
      `<script type="module" nonce="${nonce}" src="/@vite/client"></script>`,
      `<script type="module" nonce="${nonce}" src="/${browserEntry}"></script>`,
    ].join('');
  }
  return [
    ...assets.stylesheets.map(
      (href, index) => `<link rel="stylesheet" href="${href}"${index === 0 ? ' id="react-aria-pressable-style"' : ''}>`,
    ),
    `<link rel="preload" href="${assets.textFont}" as="font" type="font/woff2" crossorigin>`,
    // Scripts are listed after the style sheets and the font, because the first paint does not need scripts.
    ...assets.modules.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`),
    `<script type="module" nonce="${nonce}" src="${assets.entry}"></script>`,
  ].join('');
}

const withoutScript =
  'JavaScript is switched off. You can read this page and follow its links; to change or pay anything, switch it on in your browser.';

/** Returns the HTML document. The first style sheet has the id of React Aria's style element, so React Aria adds no inline style. */
export function htmlDocument({ title, nonce, theme, assets, data, body }: DocumentParts): string {
  return [
    `<!doctype html><html lang="en" dir="ltr"${rootAttributes(theme)}><head><meta charset="utf-8">`,
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta property="csp-nonce" content="" nonce="${nonce}">`,
    '<link rel="icon" href="data:,">',
    `<script nonce="${nonce}">(${keepEarlyInput.toString()})();(${keepEarlyShortcut.toString()})()</script>`,
    assetTags(assets, nonce),
    `</head><body><noscript><p data-print="never">${withoutScript}</p></noscript><div id="root">${body}</div>`,
    `<script type="application/json" id="${pageDataId}">${inlineJson(data)}</script>`,
    '</body></html>',
  ].join('');
}
