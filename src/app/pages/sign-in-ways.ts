import type { SandboxMember } from '#lib/page-request.ts';

export const signInWaysKey = ['sign-in-ways'] as const;

export interface SignInWays {
  /** Empty outside the embedded mode. */
  readonly members: readonly SandboxMember[];
  /** Path that starts the sign-in at the identity provider; null without a provider. */
  readonly provider: string | null;
  readonly refusedAddress: string | null;
}
