import { callApi } from './api-client.ts';
import { brandOf } from '#sandbox/cards/card-input.ts';
import { CardFields } from './card-fields.ts';
import { digitsOf, readExpiry } from './card-form.ts';
import {
  isToFrame,
  listenToFrame,
  postToFrame,
  type BillingInput,
  type ElementError,
  type FrameSettings,
  type FromFrame,
  type ToFrame,
} from './messages.ts';
import { readBase } from './page-base.ts';

/** The card frame: keeps what is typed to itself and gives the page a payment method. */

const { basePath, channel } = readBase();
const form = document.querySelector('form');
if (form && parent !== window) start(form);

function start(form: HTMLFormElement): void {
  const fields = new CardFields(form);
  const say = (message: FromFrame) => postToFrame(parent, channel, message);

  let pressedAtMs = -Infinity;
  addEventListener('pointerdown', () => {
    pressedAtMs = performance.now();
  });

  listenToFrame(
    () => parent,
    channel,
    isToFrame,
    (message) => void hear(message),
  );

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    say({ kind: 'enter' });
  });
  form.addEventListener('input', () => sayChange(null));
  form.addEventListener('change', () => sayChange(null));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing && event.keyCode !== 229) say({ kind: 'escape' });
  });
  addEventListener('focus', () => say({ kind: 'focus' }));
  addEventListener('blur', () => say({ kind: 'blur' }));
  new ResizeObserver(() => say({ kind: 'resize', height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(
    document.body,
  );
  say({ kind: 'ready' });

  async function hear(message: ToFrame): Promise<void> {
    switch (message.kind) {
      case 'configure':
        dress(message.settings);
        fields.configure(message.settings);
        return;
      case 'focus':
        fields.focusFirst();
        return;
      case 'entered':
        // Focus that was moved by script belongs to the frame as a whole; a click needs no help. Who has gone on by now stays there.
        if (document.hasFocus() && document.activeElement === document.body && performance.now() - pressedAtMs > 500)
          fields.enter(message.way);
        return;
      case 'blur':
        (document.activeElement as HTMLElement | null)?.blur();
        return;
      case 'clear':
        fields.clear();
        sayChange(null);
        return;
      case 'submit':
        say({ kind: 'submitted', request: message.request, error: check() });
        return;
      case 'create':
        await create(message.request, message.publishableKey, message.billing, message.metadata);
    }
  }

  /** Shows what is wrong and gives the first of it. */
  function check(): ElementError | null {
    const problems = fields.problems();
    fields.showAll(problems);
    const [first] = problems;
    const error = first ? { type: 'validation_error', code: first.code, message: first.message } : null;
    sayChange(error);
    return error;
  }

  async function create(
    request: number,
    publishableKey: string,
    billing: BillingInput | null,
    metadata: Record<string, string> | null,
  ): Promise<void> {
    const wrong = check();
    if (wrong) {
      say({ kind: 'created', request, paymentMethod: null, error: wrong });
      return;
    }
    const { number, expiry, cvc, country, postalCode } = fields.text();
    const read = readExpiry(expiry);
    const own = { country, ...(postalCode.trim() !== '' && { postal_code: postalCode.trim() }) };
    const result = await callApi(basePath, publishableKey, 'POST', '/payment_methods', {
      type: 'card',
      card: { number: digitsOf(number), exp_month: read?.month, exp_year: read?.year, cvc: digitsOf(cvc) },
      billing_details: { ...billing, address: { ...own, ...billing?.address } },
      metadata,
    });
    if (!result.ok) fields.showRefused(result.error.param, result.error.message);
    say(
      result.ok
        ? { kind: 'created', request, paymentMethod: result.object, error: null }
        : { kind: 'created', request, paymentMethod: null, error: result.error },
    );
  }

  function sayChange(error: ElementError | null): void {
    const { number, postalCode } = fields.text();
    say({
      kind: 'change',
      change: {
        empty: fields.isEmpty,
        complete: fields.problems().length === 0,
        brand: brandOf(digitsOf(number)),
        error,
        postalCode,
      },
    });
  }
}

/** Takes over the look of the page around the frame. */
function dress({ theme, contrast, density, background, variables }: FrameSettings): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries({ theme, contrast, density })) {
    if (value === null) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  root.style.backgroundColor = background ?? '';
  for (const [name, value] of Object.entries(variables)) if (name.startsWith('--')) root.style.setProperty(name, value);
}
