import { CardFields } from './card-fields.ts';
import { isRecord } from './messages.ts';

const form = document.querySelector('form');
if (form) start(form);

function start(form: HTMLFormElement): void {
  const fields = new CardFields(form);
  const refusal = document.getElementById('refusal');
  const announcer = document.getElementById('announcer');
  const button = form.querySelector('button');
  let busy = false;
  form.noValidate = true;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy) return;
    showRefusal('');
    const problems = fields.problems();
    fields.showAll(problems);
    if (problems.length === 0) void send();
  });

  async function send(): Promise<void> {
    busy = true;
    button?.setAttribute('aria-disabled', 'true');
    if (announcer) announcer.textContent = 'Paying.';
    try {
      const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
      const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
      const answer: unknown = await response.json();
      if (isRecord(answer) && typeof answer['location'] === 'string') {
        location.assign(answer['location']);
        return;
      }
      const message =
        isRecord(answer) && typeof answer['message'] === 'string' ? answer['message'] : 'The payment could not be made. Try again.';
      showRefusal(message);
      if (isRecord(answer)) fields.showRefused(typeof answer['param'] === 'string' ? answer['param'] : undefined, message);
    } catch {
      showRefusal('The payment service could not be reached. Nothing is lost: try again.');
    }
    busy = false;
    button?.removeAttribute('aria-disabled');
  }

  function showRefusal(message: string): void {
    if (announcer) announcer.textContent = '';
    if (!refusal) return;
    refusal.textContent = message;
    refusal.hidden = message === '';
    if (message !== '') refusal.focus();
  }
}
