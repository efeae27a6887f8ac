import { frameSettings, matchScheme, type ElementOptions, type ElementsOptions } from './appearance.ts';
import { newChannelName } from './channel-name.ts';
import { FrameChannel } from './frame-channel.ts';
import type { BillingInput, CardChange, ElementError, FromFrame } from './messages.ts';

type Handler = (event: Record<string, unknown>) => void;

const loadTimeoutMs = 15_000;

/** Card element: an iframe of the gateway with the interface that react-stripe-js expects. */
export class CardElement {
  readonly type: string;
  private readonly base: string;
  private readonly group: () => ElementsOptions;
  private readonly onDestroy: () => void;
  private readonly handlers = new Map<string, Set<Handler>>();
  private options: ElementOptions;
  private mounted: { frame: HTMLIFrameElement; channel: FrameChannel; unwatch: () => void } | null = null;
  private ready = false;
  private last: CardChange = { empty: true, complete: false, brand: 'unknown', error: null, postalCode: '' };

  constructor(type: string, base: string, group: () => ElementsOptions, options: ElementOptions, onDestroy: () => void) {
    this.type = type;
    this.base = base;
    this.group = group;
    this.options = options;
    this.onDestroy = onDestroy;
  }

  on(event: string, handler: Handler): this {
    const known = this.handlers.get(event) ?? new Set();
    this.handlers.set(event, known.add(handler));
    return this;
  }

  once(event: string, handler: Handler): this {
    const once: Handler = (value) => {
      this.off(event, once);
      handler(value);
    };
    return this.on(event, once);
  }

  off(event: string, handler?: Handler): this {
    if (handler) this.handlers.get(event)?.delete(handler);
    else this.handlers.delete(event);
    return this;
  }

  mount(target: string | HTMLElement): void {
    const host = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!host) throw new Error(`The selector you specified (${String(target)}) applies to no DOM elements that are currently on the page.`);
    this.unmount();
    const channelName = newChannelName();
    const frame = document.createElement('iframe');
    frame.title = 'Secure card fields';
    frame.src = `${this.base}/frame/card?channel=${channelName}`;
    // Negative margins cancel the space that the frame needs for focus rings, so that its fields align with fields of the page.
    frame.style.cssText = 'display:block;inline-size:calc(100% + 1rem);margin-inline:-0.5rem;border:0;background:transparent';
    const channel = new FrameChannel(frame, channelName, (message) => this.hear(message));
    const observer = new MutationObserver(() => this.configure());
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast', 'data-density'] });
    const timer = setTimeout(() => {
      const error: ElementError = { type: 'api_connection_error', message: 'The card fields could not be loaded.' };
      if (!this.ready) this.emit('loaderror', { elementType: this.type, error });
    }, loadTimeoutMs);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const onScheme = () => this.configure();
    scheme.addEventListener('change', onScheme);
    const stopWatching = watchFocus(frame, (way) => channel.tell({ kind: 'entered', way }));
    const unwatch = () => {
      observer.disconnect();
      scheme.removeEventListener('change', onScheme);
      stopWatching();
      clearTimeout(timer);
    };
    this.mounted = { frame, channel, unwatch };
    host.replaceChildren(frame);
    this.emit('loaderstart', { elementType: this.type });
  }

  unmount(): void {
    this.mounted?.unwatch();
    this.mounted?.channel.close();
    this.mounted?.frame.remove();
    this.mounted = null;
    this.ready = false;
  }

  destroy(): void {
    this.unmount();
    this.handlers.clear();
    this.onDestroy();
  }

  update(options: ElementOptions): void {
    this.options = { ...this.options, ...options };
    this.configure();
  }

  configure(): void {
    if (!this.ready || !this.mounted) return;
    const settings = frameSettings(this.type, this.group(), this.options, this.mounted.frame);
    matchScheme(this.mounted.frame, settings.theme);
    this.mounted.channel.tell({ kind: 'configure', settings });
  }

  focus(): void {
    this.mounted?.frame.focus();
    this.mounted?.channel.tell({ kind: 'focus' });
  }

  blur(): void {
    this.mounted?.channel.tell({ kind: 'blur' });
  }

  clear(): void {
    this.mounted?.channel.tell({ kind: 'clear' });
  }

  collapse(): void {}

  submit(): Promise<ElementError | null> {
    return this.mounted?.channel.submit() ?? Promise.resolve(notMounted);
  }

  createPaymentMethod(
    publishableKey: string,
    billing: BillingInput | null,
    metadata: Record<string, string> | null,
  ): Promise<{ paymentMethod: Record<string, unknown> } | { error: ElementError }> {
    return this.mounted?.channel.create(publishableKey, billing, metadata) ?? Promise.resolve({ error: notMounted });
  }

  private hear(message: FromFrame): void {
    switch (message.kind) {
      case 'ready':
        this.ready = true;
        this.configure();
        this.emit('ready', { elementType: this.type });
        return;
      case 'resize':
        if (this.mounted) this.mounted.frame.style.blockSize = `${message.height}px`;
        return;
      case 'change':
        this.last = message.change;
        this.emit('change', this.changeEvent());
        return;
      case 'enter':
        this.mounted?.frame.closest('form')?.requestSubmit();
        return;
      case 'focus':
      case 'blur':
      case 'escape':
        this.emit(message.kind, { elementType: this.type });
    }
  }

  private changeEvent(): Record<string, unknown> {
    const { empty, complete, brand, error, postalCode } = this.last;
    const common = { elementType: this.type, empty, complete };
    if (this.type === 'card') return { ...common, brand, error: error ?? undefined, value: { postalCode } };
    return { ...common, collapsed: false, value: { type: 'card' } };
  }

  private emit(event: string, value: Record<string, unknown>): void {
    for (const handler of this.handlers.get(event) ?? []) handler(value);
  }
}

type Way = 'forward' | 'backward' | 'returned';

function watchFocus(frame: HTMLIFrameElement, entered: (way: Way) => void): () => void {
  let way: Way = 'returned';
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    way = event.shiftKey ? 'backward' : 'forward';
    // Tab moves the focus during the key event, so the direction is reset after this event.
    setTimeout(() => {
      way = 'returned';
    }, 0);
  };
  document.addEventListener('keydown', onKey, true);
  frame.addEventListener('focus', () => entered(way));
  return () => document.removeEventListener('keydown', onKey, true);
}

const notMounted: ElementError = { type: 'validation_error', message: 'The card fields are not on the page.' };
