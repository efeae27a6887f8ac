import './reference.css';

interface Viewer {
  readonly createApiReference: (place: string, settings: Readonly<Record<string, unknown>>) => unknown;
}

/** Settings that disable everything that contacts other origins: telemetry, fonts, proxy and assistant. */
const settings = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Hides the viewer's form for test requests, because it would send the member's session.
  hideTestRequestButton: true,
  // The colors follow the browser's preference, like the design tokens, so the switch is not needed.
  hideDarkModeToggle: true,
  documentDownloadType: 'direct',
  theme: 'none',
} as const;

/** These tokens have enough contrast in light and dark mode. */
const colours: Readonly<Record<string, string>> = {
  'background-1': 'surface-raised',
  'background-2': 'surface-sunken',
  'background-3': 'surface-pressed',
  'background-accent': 'surface-selected',
  'color-1': 'text-primary',
  'color-2': 'text-secondary',
  'color-3': 'text-secondary',
  'color-accent': 'text-link',
  'border-color': 'border-subtle',
  'color-green': 'status-positive-text',
  'color-red': 'status-negative-text',
  'color-yellow': 'status-warning-text',
  'color-orange': 'status-warning-text',
  'color-blue': 'status-info-text',
  'color-purple': 'status-info-text',
  'sidebar-search-color': 'text-secondary',
  'button-1': 'action-primary-bg',
  'button-1-hover': 'action-primary-bg-hover',
  'button-1-color': 'action-primary-text',
};

/** Sets the colors as inline styles, which override the viewer's style sheet. */
function setColours(): void {
  for (const [name, token] of Object.entries(colours)) document.body.style.setProperty(`--scalar-${name}`, `var(--color-${token})`);
}

const seenIn = (part: Element): string => (part.textContent ?? '').replace(/\s+/g, ' ').trim();

function beginName(part: Element, seen: string): void {
  const name = part.getAttribute('aria-label') ?? '';
  if (!name.startsWith(seen)) part.setAttribute('aria-label', `${seen}: ${name}`);
}

/** Repairs of the viewer's accessibility. Each repair can be applied repeatedly. */
const mends: readonly (readonly [selector: string, mend: (part: Element) => void])[] = [
  // Changes the role, because one landmark per example would flood the list of landmarks.
  ['.response-card[role="region"]', (part) => part.setAttribute('role', 'group')],
  // Makes this element the target of the skip link.
  ['main:not(#reference-content)', (part) => Object.assign(part, { id: 'reference-content', tabIndex: -1 })],
  ['aside[role="navigation"]', (part) => part.removeAttribute('role')],
  [
    'button[aria-selected]:not([role])',
    (part) => {
      if (part.getAttribute('aria-selected') === 'true') part.setAttribute('aria-current', 'true');
      else part.removeAttribute('aria-current');
      part.removeAttribute('aria-selected');
    },
  ],
  [
    'button[role="search"]',
    (part) => {
      part.removeAttribute('role');
      // Removes the label, so that the accessible name is the visible text, which includes the shortcut.
      part.removeAttribute('aria-label');
    },
  ],
  ['[role="textbox"]:not([aria-label])', (part) => part.setAttribute('aria-label', 'Value')],
  // The accessible name must begin with the visible text.
  ['button.show-more[aria-label]', (part) => beginName(part, seenIn(part))],
  // Removes the ID, because the section above has the same ID.
  ['button.show-more[id]', (part) => part.removeAttribute('id')],
  ['button[role="none"]', (part) => part.removeAttribute('role')],
  ['a[target="_blank"]:not([aria-label])', (part) => part.setAttribute('aria-label', `${seenIn(part)} (opens in new tab)`)],
  [
    '[tabindex="0"]:not([role], a, button, input, select, textarea, summary)',
    (part) => {
      part.setAttribute('role', 'group');
      if (!part.hasAttribute('aria-label') && !part.hasAttribute('aria-labelledby')) part.setAttribute('aria-label', 'Example');
    },
  ],
];

function mendParts(place: HTMLElement): void {
  for (const [selector, mend] of mends) for (const part of place.querySelectorAll(selector)) mend(part);
}

const place = document.querySelector<HTMLElement>('#reference');
const { Scalar } = window as unknown as { Scalar?: Viewer };
if (place && Scalar) {
  setColours();
  const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['role', 'aria-selected'] };
  new MutationObserver(() => mendParts(place)).observe(place, watched);
  Scalar.createApiReference('#reference', { ...settings, sources: JSON.parse(place.dataset['documents'] ?? '[]') as unknown });
}
