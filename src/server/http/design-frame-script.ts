interface Frame {
  readonly token: string;
  readonly member: string;
  readonly to: string;
  readonly framePath: string;
}

/** Script of a gallery frame. Its source text is copied into the page, so it cannot use anything outside this function. */
function keepFrame({ token, member, to, framePath }: Frame): void {
  history.replaceState(null, '', to);
  document.documentElement.dataset['frame'] = member;
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin === location.origin) request.headers.set('Authorization', `Bearer ${token}`);
    return send(request);
  };
  // A panel that is open when the page loads must not take the focus from the gallery. Blocks `focus` until the visitor uses the frame.
  if (window !== top) {
    const prototype: { focus: unknown } = HTMLElement.prototype;
    const { focus } = prototype;
    prototype.focus = () => undefined;
    for (const use of ['pointerdown', 'keydown'])
      addEventListener(use, () => void (prototype.focus = focus), { once: true, capture: true });
  }
  // Handles links and forms in this script. Native navigation would lose the member's session or end the visitor's session.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (event.defaultPrevented || !link || link.target !== '' || link.origin !== location.origin) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    location.assign(`${framePath}?member=${encodeURIComponent(member)}&to=${encodeURIComponent(link.pathname + link.search + link.hash)}`);
  });
  addEventListener('submit', (event) => event.preventDefault());
}

export function frameScript(frame: Frame, nonce: string): string {
  return `<script nonce="${nonce}">(${keepFrame.toString()})(${JSON.stringify(frame).replace(/</g, '\\u003c')})</script>`;
}
