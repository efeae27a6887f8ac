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

/** The viewer makes a landmark of each example, all with one name: as groups they leave the list of landmarks short. */
function makeGroups(place: HTMLElement): void {
  for (const card of place.querySelectorAll('.response-card[role="region"]')) card.setAttribute('role', 'group');
}

const place = document.querySelector<HTMLElement>('#reference');
const { Scalar } = window as unknown as { Scalar?: Viewer };
if (place && Scalar) {
  new MutationObserver(() => makeGroups(place)).observe(place, { childList: true, subtree: true });
  Scalar.createApiReference('#reference', { ...settings, sources: JSON.parse(place.dataset['documents'] ?? '[]') as unknown });
}
