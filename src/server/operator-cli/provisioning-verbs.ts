import { InvalidArgumentError, type Command } from 'commander';
import { fieldsOf, tableOf } from './answers.ts';
import { closingText, eraseVerb, exportVerb } from './data-verbs.ts';
import { bodyOf, listOf, organizationForm, switchOf, timeOf } from './argument-forms.ts';
import { everyPage } from './every-page.ts';
import { addAudit, addKeys } from './key-verbs.ts';
import type { Verbs } from './verbs.ts';

function jsonOf(text: string): unknown {
  try {
    return text === 'none' ? null : JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

export function addProvisioning(program: Command, verbs: Verbs): void {
  addKeys(program, verbs);
  addAudit(program, verbs);
  addOrganizations(program, verbs);
  addMembers(program, verbs);
  addProjects(program, verbs);
}

const organizationFields = {
  name: 'name',
  billingEmail: 'billing_email',
  plan: 'plan',
  spendCap: 'spend_cap',
  paymentMethodType: 'payment_method_type',
  billingPartner: 'billing_partner',
  disabledFeatures: 'disabled_features',
  contract: 'contract',
  discounts: 'discounts',
  externalId: 'external_id',
  poNumber: 'po_number',
  buyerReference: 'buyer_reference',
  poRequired: 'po_required',
  startedAt: 'started_at',
  reason: 'reason',
} as const;

function addOrganizations(program: Command, verbs: Verbs): void {
  const { verb, run, withClient } = verbs;
  const org = program.command('org').description('Organizations');
  const putOrganization = verb(org, 'put', 'Create or change an organization')
    .argument('<organization>', organizationForm)
    .requiredOption('--name <name>', 'what members read')
    .option('--billing-email <email>', 'or none')
    .option('--plan <plan>', 'free, pro, team or enterprise; for a new one')
    .option('--spend-cap <on|off>', 'for a new one on Pro', switchOf)
    .option('--payment-method-type <type>', 'card or invoice')
    .option('--billing-partner <partner>', 'or none')
    .option('--disabled-features <list>', 'with commas, or none', listOf)
    .option('--contract <json>', 'or none', jsonOf)
    .option('--discounts <json>', 'a list', jsonOf)
    .option('--reason <text>', 'why contract or discounts change')
    .option('--external-id <id>', 'or none')
    .option('--po-number <number>', 'on every invoice, or none')
    .option('--buyer-reference <text>', 'on every invoice, or none')
    .option('--po-required <on|off>', 'invoices wait for a number, for a day at most', switchOf)
    .option('--started-at <time>', 'when its first cycle began; for a new one', timeOf);
  putOrganization.action((slug: string) =>
    run(putOrganization, async () => {
      const body = bodyOf(putOrganization.opts(), organizationFields);
      const data = await withClient(({ call }) => call('putOrganization', { params: { slug }, body }));
      return { data, text: 'approval' in data ? waitingText(data.approval.id) : fieldsOf(data) };
    }),
  );
  const show = verb(org, 'show', 'Show an organization with its standing').argument('<organization>', organizationForm);
  show.action((slug: string) =>
    run(show, async () => {
      const data = await withClient(async ({ call }) => ({
        ...(await call('getOrganization', { params: { slug } })),
        standing: await call('getStanding', { params: { slug } }),
      }));
      return { data, text: fieldsOf(data) };
    }),
  );
  listVerb(verbs, org);
  closeVerb(verbs, org);
  exportVerb(verbs, org);
  eraseVerb(verbs, org, {
    description: 'Erase a closed organization; the books stay',
    argument: 'organization',
    form: organizationForm,
    param: 'slug',
    name: 'eraseOrganization',
  });
}

function listVerb({ verb, run, withClient }: Verbs, org: Command): void {
  const list = verb(org, 'list', 'List organizations');
  list.action(() =>
    run(list, async () => {
      const { organizations } = await withClient(({ call }) => everyPage(call, 'listOrganizations'));
      return { data: { organizations }, text: tableOf(organizations, ['slug', 'name', 'plan', 'spend_cap', 'external_id', 'closed_at']) };
    }),
  );
}

function closeVerb({ verb, irreversible, withClient }: Verbs, org: Command): void {
  const close = verb(org, 'close', 'Close an organization: issue the final invoice, end its projects and remove all access').argument(
    '<organization>',
    organizationForm,
  );
  const runConfirmed = irreversible(close, 'do nothing and print the final invoice and everything that would end');
  close.action((slug: string) =>
    runConfirmed(`Closing ${slug} bills its usage, ends its projects and takes away its members' access.`, async () => {
      const body = close.opts<{ dryRun?: true }>().dryRun ? { dry_run: true } : {};
      const data = await withClient(({ call }) => call('closeOrganization', { params: { slug }, body }));
      return { data, text: 'dry_run' in data ? closingText(slug, data) : `${slug} is closed.` };
    }),
  );
}

function addMembers(program: Command, verbs: Verbs): void {
  const { verb, run, withClient } = verbs;
  const member = program.command('member').description('Members of an organization');
  const putMember = verb(member, 'put', 'Invite or change a member')
    .argument('<organization>', organizationForm)
    .argument('<email>', 'the address that the identity provider vouches for')
    .requiredOption('--role <role>', 'owner, admin, billing, developer, org-editor or viewer')
    .option('--username <name>', 'what activity calls the member');
  putMember.action((slug: string, email: string) =>
    run(putMember, async () => {
      const body = bodyOf(putMember.opts(), { role: 'role', username: 'username' });
      const data = await withClient(({ call }) => call('putMember', { params: { slug, email }, body }));
      return { data, text: fieldsOf(data) };
    }),
  );
  const list = verb(member, 'list', 'List members').argument('<organization>', organizationForm);
  list.action((slug: string) =>
    run(list, async () => {
      const data = await withClient(({ call }) => everyPage(call, 'listMembers', { params: { slug } }));
      return { data, text: tableOf(data.members, ['email', 'username', 'role', 'signed_in']) };
    }),
  );
  const remove = verb(member, 'remove', 'Remove a member')
    .argument('<organization>', organizationForm)
    .argument('<email>', 'the address that the identity provider vouches for');
  remove.action((slug: string, email: string) =>
    run(remove, async () => {
      await withClient(({ call }) => call('deleteMember', { params: { slug, email } }));
      return { data: { email, removed: true }, text: `${email} has no access to ${slug} any more.` };
    }),
  );
  eraseVerb(verbs, member, {
    description: 'Erase a person in every organization',
    argument: 'email',
    form: "the person's address",
    param: 'email',
    name: 'eraseMember',
  });
}

const projectFields = {
  name: 'name',
  status: 'status',
  computeSize: 'compute_size',
  engine: 'engine',
  parent: 'parent_ref',
  kind: 'kind',
  at: 'at',
} as const;

function addProjects(program: Command, { verb, run, withClient }: Verbs): void {
  const project = program.command('project').description('Projects, branches and replicas');
  const putProject = verb(project, 'put', 'Create or change a project')
    .argument('<organization>', organizationForm)
    .argument('<ref>', '20 lower-case letters and digits, chosen by your own system')
    .requiredOption('--name <name>', 'what members read')
    .option('--status <status>', 'such as ACTIVE_HEALTHY or INACTIVE')
    .option('--compute-size <size>', 'such as nano, micro or large')
    .option('--engine <engine>', 'postgres or oriole')
    .option('--parent <ref>', 'of a branch or a replica')
    .option('--kind <kind>', 'primary, branch or replica')
    .option('--at <time>', 'since when; now if absent', timeOf);
  putProject.action((slug: string, ref: string) =>
    run(putProject, async () => {
      const body = bodyOf(putProject.opts(), projectFields);
      const data = await withClient(({ call }) => call('putProject', { params: { slug, ref }, body }));
      return { data, text: fieldsOf(data) };
    }),
  );
  const list = verb(project, 'list', 'List projects').argument('<organization>', organizationForm);
  list.action((slug: string) =>
    run(list, async () => {
      const data = await withClient(({ call }) => everyPage(call, 'listProjects', { params: { slug } }));
      return { data, text: tableOf(data.projects, ['ref', 'name', 'kind', 'status', 'compute_size', 'parent_ref', 'addons']) };
    }),
  );
}

const waitingText = (id: string): string => `The contract or the discounts are not changed yet: ${id} needs approval by another person.`;
