/** Repeats clicks and input from before hydration. The source text runs inline in the head, so it must not use names from outside. */
export function keepEarlyInput(): void {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const aliveBoundaries = new Set<string>();
  const clicks: { boundary: string; control: HTMLElement }[] = [];
  const fields = new Map<Field, { boundary: string; value: string; checked: boolean }>();

  const waitingBoundary = (node: EventTarget | null): string | null => {
    const element = node instanceof Element ? node.closest('[data-boundary]') : null;
    const name = element?.getAttribute('data-boundary');
    return name && !aliveBoundaries.has(name) ? name : null;
  };
  const isChoice = (field: Field): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox';

  const onClick = (event: Event) => {
    const boundary = waitingBoundary(event.target);
    const control = (event.target as Element).closest<HTMLElement>('button, [role=button], a');
    if (!boundary || !control || control.matches('a[href]')) return;
    const form = control instanceof HTMLButtonElement && control.type === 'submit' ? control.form : null;
    if (form?.hasAttribute('action')) return;
    event.preventDefault();
    event.stopPropagation();
    control.setAttribute('aria-busy', 'true');
    clicks.push({ boundary, control });
  };
  const onInput = (event: Event) => {
    const boundary = waitingBoundary(event.target);
    const field = event.target as Field;
    if (boundary && 'value' in field) fields.set(field, { boundary, value: field.value, checked: (field as HTMLInputElement).checked });
  };
  const onSubmit = (event: Event) => {
    const form = event.target as HTMLFormElement;
    if (!waitingBoundary(form) || form.hasAttribute('action')) return;
    event.preventDefault();
    const submitter = (event as SubmitEvent).submitter;
    const boundary = waitingBoundary(form);
    if (submitter && boundary) clicks.push({ boundary, control: submitter });
  };

  /** Restores a field. First sets another value, because React ignores an input event that does not change the recorded value. */
  const putBack = (field: Field, kept: { value: string; checked: boolean }) => {
    if (isChoice(field)) {
      field.checked = !kept.checked;
      field.click();
      return;
    }
    const caret = document.activeElement === field && 'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : null;
    field.value = `${kept.value} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, kept.value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    if (caret && caret[0] !== null && 'setSelectionRange' in field) field.setSelectionRange(caret[0] ?? 0, caret[1] ?? 0);
  };

  document.addEventListener('click', onClick, true);
  document.addEventListener('input', onInput, true);
  document.addEventListener('change', onInput, true);
  document.addEventListener('submit', onSubmit, true);

  let isTranslated = false;
  const watchTranslator = () => {
    isTranslated = document.querySelector('font') !== null;
    // Detects translators. React changes nothing in a boundary before it hydrates the boundary, so an earlier change comes from a
    // translator.
    const watcher = new MutationObserver((changes) => {
      isTranslated ||= changes.some(({ target }) => waitingBoundary(target instanceof Element ? target : target.parentElement) !== null);
      if (isTranslated) watcher.disconnect();
    });
    watcher.observe(document, { childList: true, characterData: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watchTranslator);
  else watchTranslator();

  window.earlyInput = {
    get isTranslated() {
      return isTranslated;
    },
    alive(boundary) {
      if (aliveBoundaries.has(boundary)) return;
      aliveBoundaries.add(boundary);
      for (const [field, kept] of fields) if (kept.boundary === boundary && field.isConnected) putBack(field, kept);
      for (const click of clicks) {
        if (click.boundary !== boundary || !click.control.isConnected) continue;
        click.control.removeAttribute('aria-busy');
        click.control.click();
      }
    },
  };
}
