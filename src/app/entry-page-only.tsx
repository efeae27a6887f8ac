import '#ui/base/global.css';
import { createRoot } from 'react-dom/client';
import { hideComposingKeys } from '#lib/browser/composing-keys.ts';
import { listenForMoves } from '#lib/browser/history-guard.ts';
import { authorizeWith } from '#lib/browser/call.ts';
import { takePaymentsWith } from '#lib/payment-setup.ts';
import { parseThemeCookie, themeAttributes } from '#ui/ThemeSwitch/theme-choice.ts';
import { App } from './App.tsx';
import { createQueryClient } from './query-client.ts';

declare global {
  interface Window {
    /** Bearer token for a page without a server. The page reads it before every call, so a renewed token takes effect immediately. */
    platformToken?: string | (() => string | null | Promise<string | null>);
  }
}

/** Entry for a page without a server. The platform is on another origin (`VITE_API_URL`). Features that the platform lacks are hidden. */
authorizeWith(() => {
  const source = window.platformToken;
  return typeof source === 'function' ? source() : (source ?? null);
});

const { VITE_STRIPE_PUBLISHABLE_KEY: publishableKey, VITE_HCAPTCHA_SITE_KEY: siteKey } = import.meta.env;
if (publishableKey && siteKey)
  takePaymentsWith({ publishableKey, script: 'https://js.stripe.com/endive/stripe.js', captcha: { siteKey, script: null } });

for (const [name, value] of Object.entries(themeAttributes(parseThemeCookie(document.cookie))))
  document.documentElement.setAttribute(name, value);
const root = document.getElementById('root');
if (!root) throw new Error('The document lacks its root');
hideComposingKeys();
listenForMoves();
createRoot(root).render(<App client={createQueryClient()} missing={false} nowMs={Date.now()} served={{ signedIn: true, byToken: true }} />);
