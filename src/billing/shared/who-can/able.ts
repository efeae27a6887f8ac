import type { Shape } from '#contract/types.ts';
import type { Ability } from './WhoCan.tsx';

export type Helper = Pick<Shape<'MemberList'>[number], 'username' | 'primary_email'>;

/** How many are named; whoever can't reach one of so many has another problem. */
export const named = 12;

/** The members who may do it, in the order of the platform. */
export const able = (members: Shape<'MemberList'>, may: Ability): readonly Helper[] => members.filter((member) => member.may[may]);
