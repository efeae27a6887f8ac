import { postToFrame } from './messages.ts';
import { readBase } from './page-base.ts';

const { channel } = readBase();
const form = document.querySelector('form');
if (parent !== window && channel !== '') {
  if (form) start(form);
  // If the page has no form, the challenge was already answered, either before this script ran or in another window.
  else postToFrame(parent, channel, { kind: 'challenge-done' });
}

function start(form: HTMLFormElement): void {
  const buttons = [...form.querySelectorAll('button')];

  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') abandon();
    if (event.key === 'Tab') keepInside(event);
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const outcome = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
    if (outcome === 'cancel') abandon();
    else void send(outcome);
  });

  new ResizeObserver(() =>
    postToFrame(parent, channel, { kind: 'challenge-size', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  document.querySelector('h1')?.focus();
  postToFrame(parent, channel, { kind: 'challenge-ready' });

  function abandon(): void {
    postToFrame(parent, channel, { kind: 'challenge-abandoned' });
  }

  async function send(outcome: string): Promise<void> {
    const status = document.getElementById('announcer');
    if (status) status.textContent = 'Sending your answer to the bank.';
    for (const button of buttons) button.setAttribute('aria-disabled', 'true');
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    body.set('outcome', outcome);
    try {
      const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`The answer was ${response.status}.`);
      postToFrame(parent, channel, { kind: 'challenge-done' });
    } catch {
      for (const button of buttons) button.removeAttribute('aria-disabled');
      if (status) status.textContent = 'The bank could not be reached. Try again.';
    }
  }

  /** Keeps the keyboard focus inside the challenge page, because an overlay covers the page behind the frame. */
  function keepInside(event: KeyboardEvent): void {
    const [first] = buttons;
    const last = buttons.at(-1);
    const at = document.activeElement;
    if (!event.shiftKey && at === last) {
      event.preventDefault();
      first?.focus();
    } else if (event.shiftKey && (at === first || at === document.querySelector('h1') || at === document.body)) {
      event.preventDefault();
      last?.focus();
    }
  }
}
