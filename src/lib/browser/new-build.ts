import { holdsInput } from './ended-session.ts';
import { loadValue, saveValue } from './tab-storage.ts';

const place = 'reloaded-for';

/** Parts that miss their code at the same time ask once. */
let asking: Promise<void> | null = null;

async function reload(entry: string): Promise<void> {
  const isGone = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
  if (!isGone) {
    asking = null;
    return;
  }
  saveValue(place, entry);
  location.reload();
}

/** Loads the page again if its own code is no longer served, as after two new builds: once, and never over what was typed. */
export function reloadForNewBuild(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  if (!entry || loadValue(place) === entry || holdsInput()) return;
  asking ??= reload(entry);
}
