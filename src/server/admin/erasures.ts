import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { eraseOrganization as eraseClosed, keptOfOrganizations, whyUnsettled } from '#server/store/erasure/erase-organization.ts';
import { erasePerson, findPerson, keptOfPersons } from '#server/store/erasure/erase-person.ts';
import type { ErasedPlaces, KeptData } from '#server/store/erasure/erasing.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { lockMemberNames } from '#server/store/provisioning/members.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

type Input = AdminShape<'ErasureInput'>;

class Tried extends Error {
  readonly places: ErasedPlaces;
  constructor(places: ErasedPlaces) {
    super('a dry run');
    this.places = places;
  }
}

async function eraseOrTry(
  db: Database,
  { dry_run: isDryRun = false }: Input,
  kept: readonly KeptData[],
  erase: (tx: Database) => Promise<ErasedPlaces>,
): Promise<AdminShape<'Erasure'>> {
  const answer = (places: ErasedPlaces): AdminShape<'Erasure'> => ({
    dry_run: isDryRun,
    places: Object.entries(places).map(([table, rows]) => ({ table, rows })),
    kept: kept.map(({ what, why }) => ({ what, why })),
  });
  try {
    return answer(
      await db.transaction(async (tx) => {
        const places = await erase(tx);
        if (isDryRun) throw new Tried(places);
        return places;
      }),
    );
  } catch (error) {
    if (error instanceof Tried) return answer(error.places);
    throw error;
  }
}

/** Refuses a reason that contains an erased name, because the audit log keeps the reason. */
function requireNameless(reason: string, names: readonly (string | null)[]): void {
  const text = reason.toLowerCase();
  if (!names.some((name) => name && text.includes(name.toLowerCase()))) return;
  const message = 'stays in the audit log, so it must not name the person or the organization';
  throw new PlatformError('rule_violated', `The reason ${message}`, { fields: [{ path: 'body.reason', message }] });
}

const refusals = {
  open: 'is open: close it first',
  late_usage: 'was closed so recently that late usage is still accepted',
  money: 'has money that is still open: an invoice to pay, a payment, a refund, a dispute or an approval',
} as const;

export const eraseOrganization: AdminHandler<'eraseOrganization'> = async (
  { params: { slug }, body },
  { db, nowSeconds, lateUsageDays },
) => {
  const { id, name } = await requireOrganization(db, slug);
  requireNameless(body.reason, [name]);
  const now = instantOf(nowSeconds);
  const data = await eraseOrTry(db, body, keptOfOrganizations, async (tx) => {
    await lockMemberNames(tx);
    await lockOrganization(tx, id);
    const why = await whyUnsettled(tx, id, now, lateUsageDays);
    if (why !== null)
      throw new PlatformError('conflict', `This organization ${refusals[why]}`, {
        fields: [{ path: 'params.slug', message: refusals[why] }],
      });
    return (await eraseClosed(tx, id, { now, reason: body.reason })) ?? {};
  });
  return { data };
};

export const eraseMember: AdminHandler<'eraseMember'> = async ({ params: { email }, body }, { db, nowSeconds }) => {
  const id = await findPerson(db, email);
  if (id === null) throw notFound('Member');
  requireNameless(body.reason, [email]);
  const data = await eraseOrTry(db, body, keptOfPersons, async (tx) => {
    await lockMemberNames(tx);
    return (await erasePerson(tx, id, { now: instantOf(nowSeconds), reason: body.reason })) ?? {};
  });
  return { data };
};
