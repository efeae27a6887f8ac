import { CardElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeElementsOptions } from '@stripe/stripe-js';
import { useState, type FormEvent } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal } from 'react-aria-components';
import { createRoot } from 'react-dom/client';

/** A small card page with the unmodified react-stripe-js, for browser tests. */

const query = new URLSearchParams(location.search);
const stripe = window.Stripe?.('pk_test_sandbox') ?? null;
const deferred: StripeElementsOptions = {
  mode: 'payment',
  amount: 2500,
  currency: 'usd',
  paymentMethodCreation: 'manual',
  setupFutureUsage: 'off_session',
};

async function ask(path: string, body: object): Promise<{ status: string; clientSecret: string | null; message?: string }> {
  const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return response.json() as Promise<{ status: string; clientSecret: string | null; message?: string }>;
}

function Outcome({ text }: { text: string }) {
  return <output aria-label="Outcome">{text}</output>;
}

function PayForm() {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState('');
  const [events, setEvents] = useState<string[]>([]);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements) return;
    setOutcome('busy');
    const submitted = await elements.submit();
    if (submitted.error) return setOutcome(`field: ${submitted.error.message}`);
    const made = await stripe.createPaymentMethod({ elements, params: { billing_details: { name: 'Ada Example' } } });
    if (made.error) return setOutcome(`card: ${made.error.message}`);
    const answer = await ask('/harness/pay', { paymentMethod: made.paymentMethod.id });
    if (!answer.clientSecret) return setOutcome(`server: ${answer.status} ${answer.message ?? ''}`.trim());
    const result = await stripe.handleNextAction({ clientSecret: answer.clientSecret });
    setOutcome(result.error ? `challenge: ${result.error.code}` : `challenge: ${result.paymentIntent?.status}`);
  }

  return (
    <form onSubmit={(event) => void pay(event)}>
      <PaymentElement
        onEscape={() => setEvents((before) => [...before, 'escape'])}
        onReady={() => setEvents((before) => [...before, 'ready'])}
      />
      <button type="submit">Pay</button>
      <Outcome text={outcome} />
      <p data-events>{events.join(' ')}</p>
    </form>
  );
}

function SetupForm({ clientSecret }: { clientSecret: string }) {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState('');

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements) return;
    const result = await stripe.confirmSetup({ elements, redirect: 'if_required', confirmParams: { return_url: location.href } });
    setOutcome(result.error ? `${result.error.code}` : result.setupIntent.status);
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <PaymentElement options={{ fields: { billingDetails: { address: 'never' } } }} />
      <button type="submit">Save card</button>
      <Outcome text={clientSecret ? outcome : 'no secret'} />
    </form>
  );
}

function ResumeForm({ clientSecret }: { clientSecret: string }) {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState('');

  async function resume(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements) return;
    const submitted = await elements.submit();
    if (submitted.error) return setOutcome(`field: ${submitted.error.message}`);
    const result = await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    });
    setOutcome(result.error ? `${result.error.code} ${result.error.decline_code ?? ''}`.trim() : result.paymentIntent.status);
  }

  return (
    <form onSubmit={(event) => void resume(event)}>
      <PaymentElement />
      <button type="submit">Pay</button>
      <Outcome text={outcome} />
    </form>
  );
}

/** Form with Stripe's older card element, which confirms the payment in the browser. */
function CardForm({ clientSecret }: { clientSecret: string }) {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState('');

  async function pay(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    const result = await stripe.confirmCardPayment(clientSecret, { payment_method: { card, billing_details: { name: 'Ada Example' } } });
    setOutcome(result.error ? `${result.error.code}` : result.paymentIntent.status);
  }

  return (
    <form onSubmit={(event) => void pay(event)}>
      <CardElement />
      <button type="submit">Pay</button>
      <Outcome text={outcome} />
    </form>
  );
}

function Page() {
  const clientSecret = query.get('secret') ?? '';
  if (query.get('view') === 'setup') {
    return (
      <Elements stripe={stripe} options={{ clientSecret }}>
        <SetupForm clientSecret={clientSecret} />
      </Elements>
    );
  }
  if (query.get('view') === 'resume') {
    return (
      <Elements stripe={stripe} options={deferred}>
        <ResumeForm clientSecret={clientSecret} />
      </Elements>
    );
  }
  if (query.get('view') === 'card') {
    return (
      <Elements stripe={stripe}>
        <CardForm clientSecret={clientSecret} />
      </Elements>
    );
  }
  const form = (
    <Elements stripe={stripe} options={deferred}>
      <PayForm />
    </Elements>
  );
  if (query.get('view') !== 'dialog') return form;
  return (
    <DialogTrigger>
      <Button>Upgrade</Button>
      <Modal>
        <Dialog>
          <Heading slot="title">Upgrade</Heading>
          {form}
        </Dialog>
      </Modal>
    </DialogTrigger>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <main>
      <h1>Harness</h1>
      <Page />
      {/* axe-core requires a skip link in frames if the page around them has no link. */}
      <a href="#root" tabIndex={-1}>
        Top
      </a>
    </main>,
  );
