import type { Hono } from 'hono';
import { readForm } from '#server/http/body.ts';
import type { HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { methodNotAllowed } from '#server/http/respond.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import { backChannelPath, ProviderUnavailable, type IdentityProvider } from '#server/sign-in/identity-provider.ts';
import { endProviderSessions } from '#server/store/sessions.ts';
import { endStaffSessions } from '#server/store/staff/staff-sessions.ts';

/** Ends sessions of members and staff after a sign-out at the provider (OpenID Connect Back-Channel Logout). */
export function addBackChannel(app: Hono<HttpEnvironment>, { db, log }: WebContext, provider: IdentityProvider): void {
  app.post(backChannelPath, async (c) => {
    const token = (await readForm(c)).get('logout_token') ?? '';
    const logout = await provider.readLogout(token).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new PlatformError('identity_provider_unavailable', "The provider's keys can't be read just now. Try again in a moment.", {
        cause: error,
      });
    });
    if (!logout) {
      log.warn({ event: 'logout_refused', requestId: c.get('requestId') }, 'a logout token is not valid');
      throw invalidRequest([{ path: 'body.logout_token', message: 'must be a valid logout token of the provider' }]);
    }
    const ended = await endProviderSessions(db, logout);
    const staff = await endStaffSessions(db, logout);
    log.info(
      { event: 'signed_out_by_provider', sessions: ended, staffSessions: staff, requestId: c.get('requestId') },
      'the provider ended sessions',
    );
    return c.body(null, 200);
  });
  app.all(backChannelPath, () => {
    throw methodNotAllowed(['POST']);
  });
}
