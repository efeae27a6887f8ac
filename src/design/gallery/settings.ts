import { useSyncExternalStore } from 'react';
import { defaultModes, designThemes, type Modes } from '#design/modes/modes.ts';

export const galleryViews = ['tokens', 'components', 'sections', 'screens'] as const;
export type View = (typeof galleryViews)[number];

/** Frame widths in CSS pixels; null fills the available width. */
export const galleryWidths = [320, 480, 768, 1024, 1280, null] as const;
export type Width = (typeof galleryWidths)[number];

export interface Settings {
  readonly view: View;
  readonly name: string;
  readonly token: string;
  readonly width: Width;
  readonly modes: Modes;
}

const oneOf = <T extends string>(value: string | null, known: readonly T[], fallback: T): T =>
  known.find((candidate) => candidate === value) ?? fallback;

/** Missing and invalid values get defaults. */
export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search);
  return {
    view: oneOf(query.get('view'), galleryViews, 'tokens'),
    name: query.get('name') ?? '',
    token: query.get('token') ?? '',
    width: galleryWidths.find((width) => String(width) === query.get('width')) ?? null,
    modes: {
      theme: oneOf(query.get('theme'), designThemes, defaultModes.theme),
      density: oneOf(query.get('density'), ['comfortable', 'compact'], defaultModes.density),
      direction: oneOf(query.get('direction'), ['ltr', 'rtl'], defaultModes.direction),
      motion: oneOf(query.get('motion'), ['full', 'reduced'], defaultModes.motion),
      forcedColors: query.get('forced-colors') === 'active',
    },
  };
}

export function writeSettings({ view, name, token, width, modes }: Settings): string {
  const query = new URLSearchParams();
  if (view !== 'tokens') query.set('view', view);
  if (name !== '') query.set('name', name);
  if (token !== '') query.set('token', token);
  if (width !== null) query.set('width', String(width));
  if (modes.forcedColors) query.set('forced-colors', 'active');
  for (const key of ['theme', 'density', 'direction', 'motion'] as const) if (modes[key] !== defaultModes[key]) query.set(key, modes[key]);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const listeners = new Set<() => void>();
let current: Settings | undefined;

const settings = (): Settings => (current ??= readSettings(location.search));

function take(next: Settings): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', onPopState);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState);
  };
}

const onPopState = (): void => take(readSettings(location.search));

/** Only a change of the view adds a history entry. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings(), ...change };
  const address = location.pathname + writeSettings(next);
  if (next.view === settings().view) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  take(next);
}

export const changeModes = (change: Partial<Modes>): void => changeSettings({ modes: { ...settings().modes, ...change } });

export const useSettings = (): Settings => useSyncExternalStore(subscribe, settings);
