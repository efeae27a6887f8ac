import { isRecord, type FrameSettings } from './messages.ts';

export interface ElementsOptions {
  mode?: string;
  amount?: number;
  currency?: string;
  clientSecret?: string;
  paymentMethodCreation?: string;
  appearance?: { theme?: string; variables?: Record<string, string | undefined> };
  [option: string]: unknown;
}

export type ElementOptions = Record<string, unknown>;

const tokens: Record<string, readonly string[]> = {
  colorPrimary: ['--color-focus-ring'],
  colorBackground: ['--field-bg', '--color-surface-canvas'],
  colorText: ['--color-text-primary', '--field-text'],
  colorTextSecondary: ['--color-text-secondary', '--field-help'],
  colorDanger: ['--field-error', '--field-border-invalid'],
  borderRadius: ['--field-radius'],
};

export function frameSettings(type: string, group: ElementsOptions, element: ElementOptions, frame: HTMLElement): FrameSettings {
  const host = document.documentElement.dataset;
  const { theme, variables = {} } = group.appearance ?? {};
  const set = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : (tokens[name] ?? []).map((token) => [token, value] as const),
  );
  const address = addressFields(element);
  const defaults = path(element, ['defaultValues', 'billingDetails', 'address']);
  return {
    theme: theme === 'night' ? 'dark' : theme === 'stripe' || theme === 'flat' ? 'light' : hostTheme(),
    contrast: host['contrast'] ?? null,
    density: host['density'] ?? null,
    background: groundOf(frame),
    variables: Object.fromEntries(set),
    showCountry: type !== 'card' && address.country !== 'never',
    showPostalCode: element['hidePostalCode'] !== true && address.postalCode !== 'never',
    country: textOf(defaults, 'country'),
    postalCode: textOf(defaults, 'postal_code'),
    disabled: element['disabled'] === true || element['readOnly'] === true,
  };
}

const transparent = ['transparent', 'rgba(0, 0, 0, 0)'];

function groundOf(frame: HTMLElement): string | null {
  for (let element = frame.parentElement; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element);
    if (!transparent.includes(backgroundColor)) return backgroundColor;
  }
  return null;
}

/** Theme of the page: its attribute, or its only theme. Null if the page has two themes, because then the user's preference applies. */
export function hostTheme(): string | null {
  const chosenTheme = document.documentElement.dataset['theme'];
  if (chosenTheme !== undefined) return chosenTheme;
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (!colorScheme.includes('dark')) return 'light';
  return colorScheme.includes('light') ? null : 'dark';
}

/**
 * Sets the color scheme of the frame element to that of the framed document. If the two differed, browsers would paint the frame opaque.
 */
export function matchScheme(frame: HTMLIFrameElement, theme: string | null): void {
  frame.style.colorScheme = theme === 'dark' || theme === 'light' ? theme : 'light dark';
}

function addressFields(element: ElementOptions): { country: unknown; postalCode: unknown } {
  const billing = path(element, ['fields', 'billingDetails']);
  if (billing === 'never') return { country: 'never', postalCode: 'never' };
  const address = isRecord(billing) ? billing['address'] : undefined;
  return isRecord(address) ? { country: address['country'], postalCode: address['postalCode'] } : { country: address, postalCode: address };
}

function path(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

function textOf(value: unknown, name: string): string | null {
  const text = isRecord(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}
