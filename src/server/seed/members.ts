import type { SandboxMember } from '#lib/page-request.ts';
import { memberRoles, type Role } from '#server/domain/access.ts';

interface DemoMember extends SandboxMember {
  readonly primaryEmail: string;
  /** Role in every demo organization; null for a member who belongs to no demo organization. */
  readonly role: Role | null;
  readonly freeProjectLimit: number;
}

/** This limit is high, because one demo owner owns all Free projects of the demo. */
const demoProjectLimit = 1000;
const usualLimit = 2;

const descriptions: Readonly<Record<Role, string>> = {
  owner: 'May read and change billing, and edit the organization',
  admin: 'May read and change billing, and edit the organization',
  billing: 'May read and change billing, but not edit the organization',
  developer: 'May read billing, and change nothing',
  'org-editor': 'May read billing and edit the organization, but not change billing',
  viewer: 'May neither read nor change billing',
};

const usernames: Readonly<Record<Role, string>> = {
  owner: 'olivia-owner',
  admin: 'adam-admin',
  billing: 'bianca-billing',
  developer: 'deniz-developer',
  'org-editor': 'edith-editor',
  viewer: 'victor-viewer',
};

export const outsiderMember: DemoMember = {
  handle: 'outsider',
  username: 'oscar-outsider',
  description: 'Belongs to another organization only',
  primaryEmail: 'outsider@elsewhere.example',
  role: null,
  freeProjectLimit: usualLimit,
};

export const demoMembers: readonly DemoMember[] = [
  ...memberRoles.map((role): DemoMember => ({
    handle: role,
    username: usernames[role],
    description: descriptions[role],
    primaryEmail: `${role}@fleet.example`,
    role,
    freeProjectLimit: demoProjectLimit,
  })),
  outsiderMember,
];

const colleague = (handle: string, username: string): Omit<DemoMember, 'description'> => ({
  handle,
  username,
  primaryEmail: `${username}@tideline.example`,
  role: null,
  freeProjectLimit: usualLimit,
});

/** Includes members that the sandbox sign-in does not offer. */
export const everyMember: readonly Omit<DemoMember, 'description'>[] = [
  ...demoMembers,
  colleague('tess', 'tess-tideline'),
  colleague('noor', 'noor-tideline'),
];
