import './reference.css';

/** What the viewer puts on the window. */
interface Viewer {
  readonly createApiReference: (place: string, settings: Readonly<Record<string, unknown>>) => unknown;
}

/** Nothing leaves this origin: no figures, no fonts, no proxy, no assistant of the viewer's makers. */
const settings = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Its form would send a member's own session.
  hideTestRequestButton: true,
  // The page follows the browser's preference, as the tokens do.
  hideDarkModeToggle: true,
  documentDownloadType: 'direct',
  theme: 'none',
} as const;

/** The viewer's colours, by what they are for, as our tokens: those keep their contrast in light and in dark. */
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

/** Set on the element itself, where they count more than what the viewer's own style sheet says. */
function setColours(): void {
  for (const [name, token] of Object.entries(colours)) document.body.style.setProperty(`--scalar-${name}`, `var(--color-${token})`);
}

/** The viewer makes a landmark of each example, all with one name: as groups they leave the list of landmarks short. */
function makeGroups(place: HTMLElement): void {
  for (const card of place.querySelectorAll('.response-card[role="region"]')) card.setAttribute('role', 'group');
}

const place = document.querySelector<HTMLElement>('#reference');
const { Scalar } = window as unknown as { Scalar?: Viewer };
if (place && Scalar) {
  setColours();
  new MutationObserver(() => makeGroups(place)).observe(place, { childList: true, subtree: true });
  Scalar.createApiReference('#reference', { ...settings, sources: JSON.parse(place.dataset['documents'] ?? '[]') as unknown });
}
