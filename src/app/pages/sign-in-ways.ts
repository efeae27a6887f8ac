import type { SandboxMember } from '#lib/page-request.ts';

export const signInWaysKey = ['sign-in-ways'] as const;

export interface SignInWays {
  /** Members of the sandbox; empty outside the embedded mode. */
  readonly members: readonly SandboxMember[];
  /** Path that starts the sign-in with the identity provider; null if there is no identity provider. */
  readonly provider: string | null;
  readonly refusedAddress: string | null;
}
