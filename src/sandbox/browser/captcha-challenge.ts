/** Styles inside a shadow tree, so that the page's styles do not apply. Custom properties of the page are still inherited. */
const style = `
  dialog { inline-size: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid var(--color-border-control, GrayText);
    border-radius: 0.5rem; background: var(--overlay-bg, Canvas); color: var(--color-text-primary, CanvasText); font: inherit; font-size: 1rem; line-height: 1.5; }
  dialog::backdrop { background: var(--overlay-backdrop, rgb(7 9 15 / 0.6)); }
  h2 { margin: 0 0 0.75rem; font-size: 1.25rem; }
  p { margin: 0 0 1rem; }
  strong { font: 600 1.25rem/1.5 ui-monospace, monospace; letter-spacing: 0.08em; }
  label { display: block; margin-block-end: 0.5rem; font-weight: 600; }
  input { box-sizing: border-box; inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--color-border-control, GrayText);
    border-radius: 0.375rem; background: var(--field-bg, Field); color: inherit; font: inherit; }
  .error { margin: 0.25rem 0 0; color: var(--field-error, CanvasText); font-weight: 600; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-block-start: 1.25rem; }
  button { min-block-size: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--color-border-control, GrayText); border-radius: 0.375rem;
    background: var(--color-action-secondary-bg, ButtonFace); color: var(--color-action-secondary-text, ButtonText); font: inherit; font-weight: 600; cursor: pointer; }
  .main { background: var(--color-action-primary-bg, ButtonFace); color: var(--color-action-primary-text, ButtonText); }
  :focus-visible { outline: 3px solid var(--color-focus-ring, Highlight); outline-offset: 2px; }
`;

export interface OpenChallenge {
  /** Resolves to the token, or to null if the user abandons the challenge. */
  answered: Promise<string | null>;
  close: () => void;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Escape abandons the challenge; closing returns the focus to the page. */
export function askForWord(word: string, solve: (word: string) => Promise<string | null>): OpenChallenge {
  const host = document.createElement('div');
  // React Aria modals keep elements with this attribute reachable.
  host.dataset['reactAriaTopLayer'] = 'true';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];

  const error = element('p', { id: 'captcha-error', className: 'error', role: 'alert' });
  const input = element('input', { id: 'captcha-word', type: 'text', autocomplete: 'off', spellcheck: false, autocapitalize: 'none' });
  input.setAttribute('aria-describedby', 'captcha-error');
  const cancel = element('button', { type: 'button' }, 'Cancel');
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', { id: 'captcha-title' }, 'Security check'),
    element('p', {}, 'To show that you are a person, type this word: ', element('strong', {}, word)),
    element('label', { htmlFor: 'captcha-word' }, 'The word'),
    input,
    error,
    element('div', { className: 'actions' }, element('button', { className: 'main' }, 'Continue'), cancel),
  );
  const dialog = element('dialog', {}, form);
  dialog.setAttribute('aria-labelledby', 'captcha-title');
  root.append(dialog);
  document.body.append(host);

  let token: string | null = null;
  const answered = new Promise<string | null>((resolve) => {
    dialog.addEventListener('close', () => {
      host.remove();
      resolve(token);
    });
  });
  cancel.addEventListener('click', () => dialog.close());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer();
  });
  dialog.showModal();
  input.focus();
  return { answered, close: () => dialog.close() };

  async function answer(): Promise<void> {
    error.textContent = '';
    try {
      token = await solve(input.value);
    } catch {
      error.textContent = 'The answer could not be sent. Check your connection and try again.';
      return;
    }
    if (token !== null) return dialog.close();
    input.setAttribute('aria-invalid', 'true');
    error.textContent = `That is not the word. Type: ${word}`;
    input.focus();
  }
}
