import type { CallName } from '#contract/calls.ts';
import type { Role } from '#server/domain/access.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import type { PastActor } from '#server/store/backdate.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { everyMember } from './members.ts';
import type { OrganizationSeed } from './organization-seed.ts';
import type { PastGateway } from './past-gateway.ts';
import type { LivingOrganization } from './replay-history.ts';

export type MemberIds = ReadonlyMap<string, number>;

export interface CastMember {
  readonly id: number;
  readonly username: string;
}

/** Returns the member with a role, or the organization's first member if the demo members are not in the organization. */
export function castMember(ids: MemberIds, { members = {}, ownMembersOnly }: OrganizationSeed, role: Role): CastMember {
  const [firstOwn] = Object.keys(members);
  const handle = ownMembersOnly ? (firstOwn ?? role) : role;
  const id = ids.get(handle);
  const member = everyMember.find((each) => each.handle === handle);
  if (id === undefined || !member) throw new Error(`${handle} has not been inserted`);
  return { id, username: member.username };
}

export const memberActor = ({ id, username }: CastMember, call: CallName): PastActor => ({ memberId: id, username, call });

export const staffActor = (call: string): PastActor => ({ memberId: null, username: COMMAND, keyId: COMMAND, call });

export interface YearScene {
  readonly past: PastGateway;
  readonly organization: LivingOrganization;
  readonly atSeconds: number;
  /** Ignored for actions of staff and of the bank. */
  readonly member: CastMember;
}

export const paymentsOf = ({ past }: YearScene): PaymentContext => past.paymentContext;

export const requesterOf = ({ organization, member }: YearScene) => ({ organizationId: organization.id, memberId: member.id });
