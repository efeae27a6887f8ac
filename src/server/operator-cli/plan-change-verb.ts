import { Argument, type Command } from 'commander';
import { PlanId } from '#contract/shapes/common.ts';
import { CommandFailure } from './answers.ts';
import { organizationForm } from './argument-forms.ts';
import { addAct } from './money-verbs.ts';
import { switchOf } from './argument-forms.ts';
import type { Verbs } from './verbs.ts';

export function addPlanChange(program: Command, verbs: Verbs): void {
  const org = program.commands.find((command) => command.name() === 'org') ?? program.command('org');
  const change = verbs
    .verb(org, 'plan', 'Change plan or spend cap of an organization; what it owes becomes an open invoice')
    .argument('<organization>', organizationForm)
    .addArgument(new Argument('[plan]', 'the new plan').choices(PlanId.options))
    .option('--spend-cap <on|off>', 'on Pro', switchOf)
    .option('--charge', 'charge the default card now');
  addAct(
    change,
    verbs,
    ([slug = '', plan], { spendCap, charge }) => {
      if (plan === undefined && spendCap === undefined) throw new CommandFailure('State the change: a plan, or --spend-cap on or off.');
      return {
        name: 'changePlanByStaff',
        params: { slug },
        body: {
          ...(plan === undefined ? {} : { plan }),
          ...(spendCap === undefined ? {} : { spend_cap: spendCap }),
          ...(charge ? { charge } : {}),
        },
        doing: charge ? `Changing the plan of ${slug} and charging its card` : `Changing the plan of ${slug} and invoicing the amount due`,
      };
    },
    'The change is made.',
  );
}
