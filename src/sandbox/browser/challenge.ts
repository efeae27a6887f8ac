import { hostTheme, matchScheme } from './appearance.ts';
import { newChannelName } from './channel-name.ts';
import { isFromChallenge, listenToFrame } from './messages.ts';

export type ChallengeEnd = 'done' | 'abandoned' | 'unreachable';

const loadTimeoutMs = 20_000;
const overlayStyle =
  'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;padding:1rem;background:var(--overlay-backdrop,rgb(7 9 15 / 0.6));box-sizing:border-box';
const frameStyle = 'inline-size:min(32rem,100%);block-size:24rem;max-block-size:100%;border:0;background:transparent';

/** Shows the bank's page in an overlay. Escape abandons the challenge, also if the focus is inside the frame. */
export function showChallenge(path: string): Promise<ChallengeEnd> {
  const before = document.activeElement;
  const channel = newChannelName();
  const overlay = document.createElement('div');
  // React Aria modals keep elements with this attribute reachable and focusable.
  overlay.dataset['reactAriaTopLayer'] = 'true';
  overlay.setAttribute('role', 'dialog');
  overlay.setAttribute('aria-modal', 'true');
  overlay.setAttribute('aria-label', 'Payment authentication');
  overlay.style.cssText = overlayStyle;
  const frame = document.createElement('iframe');
  frame.title = 'Payment authentication by your bank';
  frame.src = `${path}&channel=${channel}${appearanceQuery()}`;
  frame.style.cssText = frameStyle;
  matchScheme(frame, hostTheme());
  overlay.append(frame);
  document.body.append(overlay);
  const release = makeOthersInert(overlay);
  frame.focus();

  return new Promise((resolve) => {
    const timer = setTimeout(() => end('unreachable'), loadTimeoutMs);
    const stopListening = listenToFrame(
      () => frame.contentWindow,
      channel,
      isFromChallenge,
      (message) => {
        if (message.kind === 'challenge-ready') {
          clearTimeout(timer);
          frame.focus();
        } else if (message.kind === 'challenge-size') {
          frame.style.blockSize = `${message.height}px`;
        } else {
          end(message.kind === 'challenge-done' ? 'done' : 'abandoned');
        }
      },
    );
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end('abandoned');
    };
    document.addEventListener('keydown', onKey, true);

    function end(how: ChallengeEnd): void {
      clearTimeout(timer);
      stopListening();
      document.removeEventListener('keydown', onKey, true);
      release();
      overlay.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(how);
    }
  });
}

function makeOthersInert(overlay: HTMLElement): () => void {
  const changed = [...document.body.children].filter(
    (element): element is HTMLElement => element instanceof HTMLElement && element !== overlay && !element.inert,
  );
  for (const element of changed) element.inert = true;
  return () => {
    for (const element of changed) element.inert = false;
  };
}

function appearanceQuery(): string {
  const { contrast, density } = document.documentElement.dataset;
  return Object.entries({ theme: hostTheme(), contrast, density })
    .map(([name, value]) => (value === undefined || value === null ? '' : `&${name}=${encodeURIComponent(value)}`))
    .join('');
}
