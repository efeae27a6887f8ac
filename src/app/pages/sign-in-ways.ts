import type { SandboxMember } from '#lib/page-request.ts';

export const signInWaysKey = ['sign-in-ways'] as const;

export interface SignInWays {
  readonly members: readonly SandboxMember[];
  readonly provider: string | null;
  readonly refusedAddress: string | null;
}
