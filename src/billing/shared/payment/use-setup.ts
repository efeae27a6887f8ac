import { loadGateway } from './load-gateway.ts';
import { useStepAside } from './use-step-aside.ts';

const notSaved = 'The card could not be saved. Try again or use a different card.';

/** Keeps a card for later: its bank may ask for a challenge. */
export function useSetup() {
  const { isSteppedAside, aside } = useStepAside();
  return {
    isSteppedAside,
    /** Null when the card is kept, else why not. Never rejects. The return address serves the few banks that leave the page. */
    run: async (clientSecret: string, methodId: string): Promise<string | null> => {
      try {
        const stripe = await loadGateway();
        const { error, setupIntent } = await aside(() =>
          stripe.confirmSetup({
            clientSecret,
            confirmParams: { payment_method: methodId, return_url: window.location.origin + window.location.pathname },
            redirect: 'if_required',
          }),
        );
        if (error) return error.message ?? notSaved;
        return setupIntent.status === 'succeeded' || setupIntent.status === 'processing' ? null : notSaved;
      } catch (error) {
        return error instanceof Error ? error.message : notSaved;
      }
    },
  };
}
