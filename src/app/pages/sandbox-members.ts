import type { SandboxMember } from '#lib/page-request.ts';

/** Cache key under which the sign-in page finds the members that it offers. */
export const sandboxMembersKey = ['sandbox-members'] as const;

export type SandboxMembers = readonly SandboxMember[];
