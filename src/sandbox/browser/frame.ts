import { callApi } from './api-client.ts';
import { brandOf } from '#sandbox/cards/card-input.ts';
import { CardFields } from './card-fields.ts';
import { digitsOf, plainText, readExpiry } from './card-form.ts';
import { isToFrame, listenToFrame, postToFrame, type ElementError, type FrameSettings, type FromFrame, type ToFrame } from './messages.ts';
import { readBase } from './page-base.ts';

const { basePath, channel } = readBase();
const form = document.querySelector('form');
if (form && parent !== window) start(form);

interface CardFrame {
  readonly fields: CardFields;
  readonly say: (message: FromFrame) => void;
}

function start(form: HTMLFormElement): void {
  const frame: CardFrame = { fields: new CardFields(form), say: (message) => postToFrame(parent, channel, message) };
  let pressedAtMs = -Infinity;
  addEventListener('pointerdown', () => {
    pressedAtMs = performance.now();
  });
  listenToFrame(
    () => parent,
    channel,
    isToFrame,
    (message) => void hear(frame, message, () => performance.now() - pressedAtMs <= 500),
  );
  sayEvents(frame, form);
  frame.say({ kind: 'ready' });
}

function sayEvents(frame: CardFrame, form: HTMLFormElement): void {
  const { say } = frame;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    say({ kind: 'enter' });
  });
  form.addEventListener('input', () => sayChange(frame, null));
  form.addEventListener('change', () => sayChange(frame, null));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing && event.keyCode !== 229) say({ kind: 'escape' });
  });
  addEventListener('focus', () => say({ kind: 'focus' }));
  addEventListener('blur', () => say({ kind: 'blur' }));
  new ResizeObserver(() => say({ kind: 'resize', height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(
    document.body,
  );
}

/** @param isPressed true during a pointer press */
async function hear(frame: CardFrame, message: ToFrame, isPressed: () => boolean): Promise<void> {
  const { fields, say } = frame;
  switch (message.kind) {
    case 'configure':
      dress(message.settings);
      fields.configure(message.settings);
      return;
    case 'focus':
      fields.focusFirst();
      return;
    case 'entered':
      // Focuses a field if a script moved the focus to the frame. Does nothing after a click, or if an element in the frame has the focus.
      if (document.hasFocus() && document.activeElement === document.body && !isPressed()) fields.enter(message.way);
      return;
    case 'blur':
      (document.activeElement as HTMLElement | null)?.blur();
      return;
    case 'clear':
      fields.clear();
      sayChange(frame, null);
      return;
    case 'submit':
      say({ kind: 'submitted', request: message.request, error: check(frame) });
      return;
    case 'create': {
      const error = check(frame);
      const created = error ? { paymentMethod: null, error } : await createPaymentMethod(fields, message);
      say({ kind: 'created', request: message.request, ...created });
    }
  }
}

function check(frame: CardFrame): ElementError | null {
  const problems = frame.fields.problems();
  frame.fields.showAll(problems);
  const [first] = problems;
  const error = first ? { type: 'validation_error', code: first.code, message: first.message } : null;
  sayChange(frame, error);
  return error;
}

async function createPaymentMethod(fields: CardFields, { publishableKey, billing, metadata }: ToFrame & { kind: 'create' }) {
  const { number, expiry, cvc, country, postalCode } = fields.text();
  const read = readExpiry(expiry);
  const code = plainText(postalCode).trim();
  const enteredAddress = { country, ...(code !== '' && { postal_code: code }) };
  const result = await callApi(basePath, publishableKey, 'POST', '/payment_methods', {
    type: 'card',
    card: { number: digitsOf(number), exp_month: read?.month, exp_year: read?.year, cvc: digitsOf(cvc) },
    billing_details: { ...billing, address: { ...enteredAddress, ...billing?.address } },
    metadata,
  });
  if (result.ok) return { paymentMethod: result.object, error: null };
  fields.showRefused(result.error.param, result.error.message);
  return { paymentMethod: null, error: result.error };
}

function sayChange({ fields, say }: CardFrame, error: ElementError | null): void {
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

function dress({ theme, contrast, density, background, variables }: FrameSettings): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries({ theme, contrast, density })) {
    if (value === null) delete root.dataset[name];
    else root.dataset[name] = value;
  }
  root.style.backgroundColor = background ?? '';
  for (const [name, value] of Object.entries(variables)) if (name.startsWith('--')) root.style.setProperty(name, value);
}
