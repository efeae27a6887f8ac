import { beforeEach, expect, it, vi } from 'vitest';
import { keepEarlyInput } from './keep-input.ts';

keepEarlyInput();

beforeEach(() => {
  document.body.replaceChildren();
});

/** Boundary names must be unique, because the page remembers hydrated boundaries across tests. */
let count = 0;
function boundary(html: string): { name: string; root: HTMLElement } {
  const name = `part-${(count += 1)}`;
  document.body.insertAdjacentHTML('beforeend', `<div data-boundary="${name}">${html}</div>`);
  return { name, root: document.body.lastElementChild as HTMLElement };
}

it('holds a click until its part is alive, then repeats it once', () => {
  const { name, root } = boundary('<button type="button">Next</button>');
  const button = root.querySelector('button') as HTMLButtonElement;
  button.click();
  expect(button.getAttribute('aria-busy')).toBe('true');
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  window.earlyInput?.alive(name);
  window.earlyInput?.alive(name);
  expect(pressed).toHaveBeenCalledOnce();
  expect(button.hasAttribute('aria-busy')).toBe(false);
  button.click();
  expect(pressed).toHaveBeenCalledTimes(2);
});

it('puts typed text back and tells the part about it', () => {
  const { name, root } = boundary('<input value="">');
  const field = root.querySelector('input') as HTMLInputElement;
  field.value = 'Ada';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.value = '';
  const heard = vi.fn();
  field.addEventListener('input', () => heard(field.value));
  window.earlyInput?.alive(name);
  expect(heard).toHaveBeenCalledWith('Ada');
});

it('puts a choice back', () => {
  const { name, root } = boundary('<input type="radio" name="cap" value="on" checked><input type="radio" name="cap" value="off">');
  const [on, off] = root.querySelectorAll('input') as unknown as [HTMLInputElement, HTMLInputElement];
  off.click();
  on.checked = true;
  window.earlyInput?.alive(name);
  expect(off.checked).toBe(true);
});

it('holds the submission of a form that only scripts can send', () => {
  const { name, root } = boundary('<form><button>Save</button></form>');
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  root.querySelector('button')?.click();
  root.querySelector('form')?.addEventListener('submit', onSubmit);
  expect(onSubmit).not.toHaveBeenCalled();
  window.earlyInput?.alive(name);
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('leaves links and forms with an address alone', () => {
  const { root } = boundary('<a href="#there">There</a><form action="/sign-out" method="post"><button>Sign out</button></form>');
  const submitted = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener('submit', submitted, { once: true });
  const followed = vi.fn();
  root.querySelector('a')?.addEventListener('click', followed);
  root.querySelector('a')?.click();
  root.querySelector('button')?.click();
  expect(followed).toHaveBeenCalledOnce();
  expect(submitted).toHaveBeenCalledOnce();
});

it('leaves other parts waiting', () => {
  const first = boundary('<button type="button">A</button>');
  const second = boundary('<button type="button">B</button>');
  const pressed = vi.fn();
  second.root.querySelector('button')?.click();
  second.root.querySelector('button')?.addEventListener('click', pressed);
  window.earlyInput?.alive(first.name);
  expect(pressed).not.toHaveBeenCalled();
});
