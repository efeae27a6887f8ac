import type { ElementOptions, ElementsOptions } from './appearance.ts';
import { CardElement } from './element.ts';
import { IntegrationError } from './integration-error.ts';
import type { ElementError } from './messages.ts';

const cardTypes = ['card', 'payment'];

/** Returns the options if they are valid. Throws if this version of Stripe's script rejects them, or if they exclude cards. */
function checkedOptions(options: ElementsOptions): ElementsOptions {
  if (options['paymentMethodTypes'] !== undefined)
    throw new IntegrationError('paymentMethodTypes is not an option of elements(); use allowedPaymentMethodTypes.');
  const allowed = options['allowedPaymentMethodTypes'];
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.includes('card')))
    throw new IntegrationError('allowedPaymentMethodTypes must be a list with card: the sandbox has nothing else.');
  return options;
}

export class ElementsGroup {
  private readonly base: string;
  private options: ElementsOptions;
  private readonly created = new Map<string, CardElement>();
  private submitted = false;

  constructor(base: string, options: ElementsOptions = {}) {
    this.base = base;
    this.options = checkedOptions(options);
  }

  create(type: string, options: ElementOptions = {}): CardElement {
    if (!cardTypes.includes(type))
      throw new IntegrationError(`The sandbox has no element of type ${type}; it has: ${cardTypes.join(', ')}.`);
    if (this.created.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`);
    const element = new CardElement(
      type,
      this.base,
      () => this.options,
      options,
      () => this.created.delete(type),
    );
    // After a change of the card, the page must call `submit` again to validate it.
    element.on('change', () => {
      this.submitted = false;
    });
    this.created.set(type, element);
    return element;
  }

  getElement(which: string | { __elementType?: string }): CardElement | null {
    const type = typeof which === 'string' ? which : which.__elementType;
    return this.created.get(type ?? '') ?? null;
  }

  update(options: ElementsOptions): void {
    this.options = { ...this.options, ...checkedOptions(options) };
    for (const element of this.created.values()) element.configure();
  }

  fetchUpdates(): Promise<{ error?: ElementError }> {
    return Promise.resolve({});
  }

  async submit(): Promise<{ selectedPaymentMethod: string } | { error: ElementError }> {
    const element = this.cardElement();
    const error = await element.submit();
    this.submitted = error === null;
    return error === null ? { selectedPaymentMethod: 'card' } : { error };
  }

  /** Throws if there is no card element, or if the method `caller` needs a successful `submit()` first. */
  cardElement(caller?: string): CardElement {
    const [element] = this.created.values();
    if (!element) throw new IntegrationError('Please create an Element of type payment or card before using it.');
    if (caller !== undefined && this.clientSecret === null && !this.submitted) {
      throw new IntegrationError(
        `elements.submit() must be called before stripe.${caller}(), prior to any asynchronous work, and its error handled.`,
      );
    }
    return element;
  }

  get clientSecret(): string | null {
    return this.options.clientSecret ?? null;
  }
}
