/** An error in the calling program, thrown as in Stripe's script. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
