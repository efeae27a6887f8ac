import type { SandboxMember } from '#lib/page-request.ts';

/** Cache key under which the sign-in page finds what it offers. */
export const signInWaysKey = ['sign-in-ways'] as const;

export interface SignInWays {
  /** Empty outside the embedded mode. */
  readonly members: readonly SandboxMember[];
  /** Path where signing in at the identity provider begins; null where there is none. */
  readonly provider: string | null;
  /** The e-mail address that was refused a moment ago, if one was. */
  readonly refusedAddress: string | null;
}
