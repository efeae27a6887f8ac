import { emulateMedia } from './emulate-media.ts';
import { rootAttributes, type Modes } from './modes.ts';

const observers = new WeakMap<Document, MutationObserver>();

/** The modes also apply to style sheets that load or change later. */
export function applyModes(target: Document, modes: Modes): void {
  const root = target.documentElement;
  for (const [name, value] of Object.entries(rootAttributes(modes))) {
    if (value === undefined) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  root.dir = modes.direction;

  const wishes = { print: modes.theme === 'print', forcedColors: modes.forcedColors, reducedMotion: modes.motion === 'reduced' };
  const decide = () => emulateMedia(target, wishes);
  decide();
  observers.get(target)?.disconnect();
  const observer = new MutationObserver(() => {
    decide();
    for (const link of target.querySelectorAll('link[rel=stylesheet]')) link.addEventListener('load', decide, { once: true });
  });
  observer.observe(target.head, { childList: true, subtree: true, characterData: true });
  observers.set(target, observer);
}
