import { openSandbox } from '#tests/support/sandbox-harness.ts';

/** Charges in a loop and prints the id of each acknowledged charge, until it is killed. */
const { stripe } = await openSandbox({ dataDir: process.argv[2] ?? null });

async function charge(): Promise<never> {
  for (;;) {
    const paid = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    process.stdout.write(`${paid.id}\n`);
  }
}

await Promise.all([charge(), charge(), charge(), charge()]);
