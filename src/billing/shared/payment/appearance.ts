import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

const colors = {
  colorPrimary: '--color-focus-ring',
  colorBackground: '--field-bg',
  colorText: '--color-text-primary',
  colorTextSecondary: '--color-text-secondary',
  colorTextPlaceholder: '--field-help',
  colorDanger: '--field-error',
} as const;

/** Design token values for the gateway's frame, in which the page's style sheet has no effect. */
export function currentAppearance(): Appearance {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colorOf = (token: string): string => {
    probe.style.setProperty('color', `var(${token})`);
    return plainColor(getComputedStyle(probe).color);
  };
  const variables = Object.fromEntries(Object.entries(colors).map(([name, token]) => [name, colorOf(token)]));
  const radius = getComputedStyle(document.documentElement).getPropertyValue('--field-radius').trim();
  const { fontSize } = getComputedStyle(document.documentElement);
  probe.remove();
  return {
    theme: isDark(variables['colorBackground'] ?? '') ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      ...variables,
      ...(radius === '' ? {} : { borderRadius: radius }),
      fontSizeBase: fontSize,
      fontFamily: 'system-ui, sans-serif',
    },
  };
}

/** Converts any CSS color to rgb, the only form that the gateway reads. */
function plainColor(color: string): string {
  if (/^rgb\(\d/.test(color)) return color;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

function isDark(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = (color.match(/\d+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'] as const;

function watchAppearance(changed: () => void): () => void {
  const queries = media.map((query) => matchMedia(query));
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast', 'data-density'] });
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

/** Returns the appearance as text, so that equal appearances cause no re-render. */
const appearanceText = (): string => JSON.stringify(currentAppearance());

export function useAppearance(): Appearance {
  const text = useSyncExternalStore(watchAppearance, appearanceText);
  return useMemo(() => JSON.parse(text) as Appearance, [text]);
}
