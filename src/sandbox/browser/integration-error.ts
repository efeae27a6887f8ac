/** A mistake in the calling program, thrown rather than answered, as Stripe's script does. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
