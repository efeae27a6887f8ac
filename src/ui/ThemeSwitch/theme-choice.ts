export const themeChoices = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themeChoices)[number];

export interface ThemeChoice {
  theme: Theme;
  /** With "more", the page has more contrast even if the system does not ask for it. */
  contrast: 'system' | 'more';
}

const COOKIE = 'theme';
const ONE_YEAR_SECONDS = 31_536_000;

/** Parses a Cookie header or document.cookie. An unknown value means that the system's settings apply. */
export function parseThemeCookie(cookies: string | null | undefined): ThemeChoice {
  const value = /(?:^|;\s*)theme=([\w.]*)/.exec(cookies ?? '')?.[1] ?? '';
  const [theme, contrast] = value.split('.');
  return {
    theme: themeChoices.find((known) => known === theme) ?? 'system',
    contrast: contrast === 'more' ? 'more' : 'system',
  };
}

export function themeCookie({ theme, contrast }: ThemeChoice): string {
  return `${COOKIE}=${theme}.${contrast}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}

/** Returns attributes for the html element. The server also writes these attributes, so the first paint has the right theme. */
export function themeAttributes({ theme, contrast }: ThemeChoice): Partial<Record<'data-theme' | 'data-contrast', string>> {
  return {
    ...(theme !== 'system' && { 'data-theme': theme }),
    ...(contrast === 'more' && { 'data-contrast': 'more' }),
  };
}

const listeners = new Set<() => void>();
let chosen: ThemeChoice | undefined;

export function currentTheme(): ThemeChoice {
  return (chosen ??= parseThemeCookie(document.cookie));
}

export function chooseTheme(choice: ThemeChoice): void {
  chosen = choice;
  document.cookie = themeCookie(choice);
  const attributes = themeAttributes(choice);
  for (const name of ['data-theme', 'data-contrast'] as const) {
    const value = attributes[name];
    if (value === undefined) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, value);
  }
  for (const listener of listeners) listener();
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
