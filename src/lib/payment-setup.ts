/** What the browser needs to know to take cards and to pass the captcha. */
export interface PaymentSetup {
  /** Lets browsers make payment methods at the gateway, and nothing else. */
  readonly publishableKey: string;
  /** Address of the gateway's script; it defines `Stripe`. Asked for only when a card is. */
  readonly script: string;
  readonly captcha: {
    readonly siteKey: string;
    /** Address of a script of the captcha's shape; null for the captcha's own. */
    readonly script: string | null;
  };
}

/** The one policy of Trusted Types that the page may make: it lets the scripts of this setup in, and no others. */
export const scriptPolicyName = 'payment-scripts';

let current: PaymentSetup | null = null;

/** Says, before the page starts, how cards are taken. */
export function takePaymentsWith(setup: PaymentSetup | null): void {
  current = setup;
}

/** Null where no cards can be taken, as on a page without a gateway's key. */
export const paymentSetup = (): PaymentSetup | null => current;
