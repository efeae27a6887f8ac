import { readBase } from './page-base.ts';
import {
  cardProblems,
  formatExpiry,
  groupNumber,
  isEmpty,
  needsPostalCode,
  type CardField,
  type CardText,
  type FieldProblem,
} from './card-form.ts';

export class CardFields {
  private readonly root: HTMLElement;
  private readonly loadedAtMs = performance.now();
  private readonly serverNowMs: number;
  private lastFocused: HTMLElement | null = null;

  constructor(root: HTMLElement) {
    this.root = root;
    this.serverNowMs = readBase().nowMs;
    this.input('number').addEventListener('input', (event) => this.tidy(event, groupNumber));
    this.input('expiry').addEventListener('input', (event) => this.tidy(event, formatExpiry));
    this.country.addEventListener('change', () => this.showPostalRule());
    root.addEventListener('focusin', (event) => {
      if (event.target instanceof HTMLElement) this.lastFocused = event.target;
    });
    for (const field of ['number', 'expiry', 'cvc', 'postalCode'] as const) {
      this.input(field).addEventListener('input', () => this.showProblem(field, null));
      this.input(field).addEventListener('blur', () => this.checkOnLeave(field));
    }
    this.showPostalRule();
  }

  text(): CardText {
    const value = (field: CardField) => this.input(field).value;
    return {
      number: value('number'),
      expiry: value('expiry'),
      cvc: value('cvc'),
      country: this.country.value,
      postalCode: value('postalCode'),
    };
  }

  problems(): FieldProblem[] {
    const nowMs = this.serverNowMs + (performance.now() - this.loadedAtMs);
    return cardProblems(this.text(), { nowMs, postalCodeRequired: !this.postalField.hidden });
  }

  showAll(problems: readonly FieldProblem[]): void {
    for (const field of ['number', 'expiry', 'cvc', 'postalCode'] as const)
      this.showProblem(field, problems.find((problem) => problem.field === field) ?? null);
    const [first, ...others] = problems;
    if (!first) return;
    const input = this.input(first.field);
    // If the first field receives the focus now, its error is not announced, because screen readers read the error of a focused field.
    const unread = document.hasFocus() && input === document.activeElement ? problems : others;
    input.focus();
    this.announce(unread.map((problem) => problem.message).join(' '));
  }

  showRefused(param: string | undefined, message: string): void {
    const field = fieldOfParam[param ?? ''];
    if (field) this.showAll([{ field, code: '', message }]);
  }

  clear(): void {
    for (const field of ['number', 'expiry', 'cvc'] as const) {
      this.input(field).value = '';
      this.showProblem(field, null);
    }
  }

  get isEmpty(): boolean {
    return isEmpty(this.text());
  }

  focusFirst(): void {
    this.input('number').focus();
  }

  /** Focuses a control: `forward` the first, `backward` the last, and `returned` the control that had the focus before. */
  enter(way: 'forward' | 'backward' | 'returned'): void {
    const controls = [...this.root.querySelectorAll<HTMLElement>('input, select')].filter((control) => control.offsetParent !== null);
    const before = way === 'returned' && this.lastFocused && controls.includes(this.lastFocused) ? this.lastFocused : null;
    (before ?? (way === 'backward' ? controls.at(-1) : controls[0]))?.focus();
  }

  configure(options: {
    showCountry: boolean;
    showPostalCode: boolean;
    country: string | null;
    postalCode: string | null;
    disabled: boolean;
  }): void {
    this.field('country').hidden = !options.showCountry;
    this.postalField.dataset['offered'] = options.showPostalCode ? 'yes' : 'no';
    if (options.country !== null) this.country.value = options.country;
    if (options.postalCode !== null && this.input('postalCode').value === '') this.input('postalCode').value = options.postalCode;
    for (const control of this.root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
      control.disabled = options.disabled;
    this.showPostalRule();
  }

  private checkOnLeave(field: CardField): void {
    if (this.input(field).value.trim() === '') return;
    this.showProblem(field, this.problems().find((problem) => problem.field === field) ?? null);
  }

  private showProblem(field: CardField, problem: FieldProblem | null): void {
    const error = this.element(`card-${field}-error`);
    error.textContent = problem?.message ?? '';
    error.hidden = problem === null;
    if (problem) this.input(field).setAttribute('aria-invalid', 'true');
    else this.input(field).removeAttribute('aria-invalid');
  }

  private announce(message: string): void {
    const announcer = this.element('announcer');
    announcer.textContent = '';
    // Uses a later task, because screen readers otherwise ignore a repeated message. Does nothing if the focus has left the frame.
    setTimeout(() => {
      if (document.hasFocus()) announcer.textContent = message;
    }, 50);
  }

  private showPostalRule(): void {
    const isPostalCodeNeeded = this.postalField.dataset['offered'] !== 'no' && needsPostalCode(this.country.value);
    this.postalField.hidden = !isPostalCodeNeeded;
    this.element('card-postalCode-label').textContent = this.country.value === 'US' ? 'ZIP code' : 'Postal code';
  }

  /** Formats the input only if the cursor is at the end, because formatting moves the cursor. */
  private tidy(event: Event, format: (text: string) => string): void {
    const input = event.target as HTMLInputElement;
    const typing = !(event instanceof InputEvent) || !event.inputType.startsWith('delete');
    if (typing && input.selectionStart === input.value.length) input.value = format(input.value);
  }

  private input(field: CardField): HTMLInputElement {
    return this.element(`card-${field}`) as HTMLInputElement;
  }

  private get country(): HTMLSelectElement {
    return this.element('card-country') as HTMLSelectElement;
  }

  private get postalField(): HTMLElement {
    return this.field('postalCode');
  }

  private field(name: string): HTMLElement {
    const field = this.root.querySelector<HTMLElement>(`[data-field="${name}"]`);
    if (!field) throw new Error(`The page has no field ${name}.`);
    return field;
  }

  private element(id: string): HTMLElement {
    const element = document.getElementById(id);
    if (!element) throw new Error(`The page has no element ${id}.`);
    return element;
  }
}

const fieldOfParam: Record<string, CardField> = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' };
