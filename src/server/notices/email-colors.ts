import tokensSheet from '#ui/tokens.css?raw';

const tokenOf = {
  canvas: 'color-surface-canvas',
  sheet: 'color-surface-raised',
  line: 'color-border-subtle',
  text: 'color-text-primary',
  quiet: 'color-text-secondary',
  link: 'color-text-link',
  actionBack: 'color-action-primary-bg',
  actionText: 'color-action-primary-text',
  neutral: 'color-border-strong',
  good: 'color-status-positive-edge',
  warning: 'color-status-warning-edge',
  bad: 'color-status-negative-edge',
} as const;

export type EmailColor = keyof typeof tokenOf;

/** Returns the color values of a token, because email clients support neither custom properties nor `light-dark()`. */
function readPair(token: string): { readonly light: string; readonly dark: string } {
  const [, light, dark] = new RegExp(`--${token}:light-dark\\((#[0-9a-f]+),(#[0-9a-f]+)\\)`).exec(tokensSheet) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`The tokens have no color --${token}`);
  return { light, dark };
}

export const emailColors = Object.fromEntries(Object.entries(tokenOf).map(([name, token]) => [name, readPair(token)])) as Readonly<
  Record<EmailColor, { readonly light: string; readonly dark: string }>
>;
