import { clearableParam, flagParam, groupParam, listOf, oneOf, textParam, type Param, type Values } from '#sandbox/api/params.ts';
import { invalidRequest } from '#sandbox/api/problem.ts';
import type { ChallengeWay } from '#sandbox/money/challenge.ts';
import type { AutomaticPaymentMethods } from '#sandbox/records/intents.ts';

export const automaticShape = { enabled: flagParam, allow_redirects: oneOf('always', 'never') };
export const allowedTypes: Param<'card'[]> = (raw, name) => {
  const types = listOf(oneOf('card'))(raw, name);
  if (types.length === 0) throw invalidRequest(`${name} must not be empty.`, { code: 'parameter_invalid_empty', param: name });
  return types;
};
export const futureUsage = clearableParam(oneOf('off_session', 'on_session'));
export const wayShape = { return_url: textParam(5000), use_stripe_sdk: flagParam };
export const cardOptions = groupParam({ card: groupParam({ request_three_d_secure: oneOf('automatic', 'any', 'challenge') }) });

/** Browsers send mandate data, and the sandbox ignores it. */
export const mandateData = groupParam({
  customer_acceptance: groupParam({
    type: oneOf('online', 'offline'),
    online: groupParam({ ip_address: textParam(100), user_agent: textParam(1000) }),
  }),
});

export function automaticMethods(params: Values<typeof automaticShape> | undefined): AutomaticPaymentMethods {
  if (params && params.enabled !== true)
    throw invalidRequest('automatic_payment_methods[enabled] must be true here: cards are the only payment method.', {
      param: 'automatic_payment_methods[enabled]',
    });
  return { allow_redirects: params?.allow_redirects ?? 'always', enabled: true };
}

/** Returns how a challenge is shown. Throws if the return URL is missing although the intent allows payment methods with redirects. */
export function challengeWay(automatic: AutomaticPaymentMethods, params: Values<typeof wayShape>, offSession: boolean): ChallengeWay {
  if (params.return_url !== undefined) {
    // Stripe's script always sends a return URL. A server must not send a return URL if redirects are never allowed.
    if (automatic.allow_redirects === 'never' && params.use_stripe_sdk !== true)
      throw invalidRequest('return_url cannot be given when automatic_payment_methods[allow_redirects] is never.', { param: 'return_url' });
    if (!/^https?:\/\//.test(params.return_url)) throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
    return params.use_stripe_sdk === true ? { kind: 'frame' } : { kind: 'redirect', returnUrl: params.return_url };
  }
  if (automatic.allow_redirects === 'always' && !offSession && params.use_stripe_sdk !== true) {
    throw invalidRequest(
      'Some payment methods might redirect your customer off of your page, so you must provide a `return_url`. If you do not want to accept them, set `automatic_payment_methods[allow_redirects]` to `never` when creating the intent.',
      { param: 'return_url' },
    );
  }
  return { kind: 'frame' };
}
