interface Frame {
  /** Session token of the member whose page it is. */
  readonly token: string;
  readonly member: string;
  /** Address of the page inside the frame. */
  readonly to: string;
  readonly framePath: string;
}

/**
 * Runs inline before everything else, from its own source text, so it must not refer to anything outside itself. The
 * page then believes that it stands at its own address, and its calls carry the member's session.
 */
function keepFrame({ token, member, to, framePath }: Frame): void {
  history.replaceState(null, '', to);
  document.documentElement.dataset['frame'] = member;
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin === location.origin) request.headers.set('Authorization', `Bearer ${token}`);
    return send(request);
  };
  // A panel that is open from the start must not pull the focus away from the gallery around it.
  if (window !== top) {
    const prototype: { focus: unknown } = HTMLElement.prototype;
    const { focus } = prototype;
    prototype.focus = () => undefined;
    for (const use of ['pointerdown', 'keydown'])
      addEventListener(use, () => void (prototype.focus = focus), { once: true, capture: true });
  }
  // What the page leaves to the browser would load without the member's session, or end the visitor's.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (event.defaultPrevented || !link || link.target !== '' || link.origin !== location.origin) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    location.assign(`${framePath}?member=${encodeURIComponent(member)}&to=${encodeURIComponent(link.pathname + link.search + link.hash)}`);
  });
  addEventListener('submit', (event) => event.preventDefault());
}

/** The script element for a frame's document. */
export function frameScript(frame: Frame, nonce: string): string {
  return `<script nonce="${nonce}">(${keepFrame.toString()})(${JSON.stringify(frame).replace(/</g, '\\u003c')})</script>`;
}
