import { holdsInput } from './ended-session.ts';
import { loadValue, saveValue } from './tab-storage.ts';

const place = 'reloaded-for';

/** Loads the page again if its own code is no longer served, as after two new builds: once, and never over what was typed. */
export async function reloadForNewBuild(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  if (!entry || loadValue(place) === entry || holdsInput()) return;
  const { status } = await fetch(entry, { method: 'HEAD', cache: 'no-store' });
  if (status !== 404) return;
  saveValue(place, entry);
  location.reload();
}
