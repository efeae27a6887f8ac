import type { Shape } from '#contract/types.ts';
import type { TestPlatform } from './platform.ts';

export type NewTokenTerms = Partial<Shape<'TokenRequest'>> & Pick<Shape<'TokenRequest'>, 'scopes'>;

const day = 86_400;

/** Creates a token of an organization as its owner. The token is valid for a day, unless `terms` sets another expiry. */
export async function newToken(
  { ask, context }: Pick<TestPlatform, 'ask' | 'context'>,
  slug: string,
  terms: NewTokenTerms,
  as = 'owner',
): Promise<Shape<'NewToken'>> {
  const body = JSON.stringify({ name: 'Report', expires_at: context.clock.nowSeconds() + day, ...terms });
  const headers = { 'Content-Type': 'application/json' };
  const { status, body: token } = await ask(`/platform/organizations/${slug}/tokens`, { as, method: 'POST', headers, body });
  if (status !== 201) throw new Error(`The token was not created: ${status} ${JSON.stringify(token)}`);
  return token as Shape<'NewToken'>;
}
