import type { SandboxMember } from '#lib/page-request.ts';
import { demoMembers, everyMember } from '#server/seed/members.ts';
import { signInNames } from '#server/store/provisioning/members.ts';
import type { WebContext } from './environment.ts';

/** A page of names is enough for a sandbox. */
const mostNames = 100;

const fleetHandles: ReadonlySet<string> = new Set(everyMember.map(({ handle }) => handle));

/** Members that the sandbox's sign-in offers: those of the demo, and those that an operator has made. */
export async function sandboxMembers({ config, db }: Pick<WebContext, 'config' | 'db'>): Promise<SandboxMember[]> {
  if (config.mode !== 'embedded') return [];
  const all = await signInNames(db, mostNames);
  const known = new Set(all.map(({ handle }) => handle));
  const made = all.flatMap(({ handle, username, role, organization }) =>
    fleetHandles.has(handle) ? [] : [{ handle, username, description: role === null ? 'Belongs to no organization' : `${role} of ${organization}` }],
  );
  return [...demoMembers.filter(({ handle }) => known.has(handle)), ...made];
}
