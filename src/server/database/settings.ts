import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Seller } from '#contract/types.ts';
import { StartError } from '#server/start/start-error.ts';
import { type Database, rowsOf } from './database.ts';
import { settings } from './tables/platform.ts';

export interface Settings {
  /** Contains the prefix of invoice numbers. Every process writes this setting at its start. */
  readonly seller: SellerSetting;
  readonly owner: Owner;
  readonly clock_offset_ms: number;
  readonly charges_pause: ChargesPause;
  /** A shell command that resets the approval limits also blocks staff actions on money until this platform time. */
  readonly staff_money_stopped_until: number;
  /** Kind of approver that may approve requests. Every process writes this setting at its start. */
  readonly approved_by: ApprovedBy;
  readonly seeded_at_seconds: number;
  /** The gateway's events up to this Unix time have been read. */
  readonly gateway_events_read_until: number;
  /** Unix time until which no email is sent. Set only during a large step of the clock; otherwise null. */
  readonly mail_held_until: number;
  readonly retention_ran_at: number;
}

/** `keys`: the API key of another person can approve. `provider`: only staff signed in at the identity provider can approve. */
export type ApprovedBy = 'keys' | 'provider';

export interface ChargesPause {
  /** Platform time. */
  readonly sinceSeconds: number;
  readonly reason: string | null;
  /** ID of the key that paused charges, or `command`. */
  readonly by: string;
}

export interface SellerSetting {
  readonly seller: Seller;
  /** Invoice number prefix; may be empty. */
  readonly series: string;
}

/** First mode that opened the database. This mode is permanent, because the data of both modes must not mix. */
export type Owner = 'embedded' | 'production';

const refusals: Readonly<Record<Owner, string>> = {
  production:
    'The database of DATABASE_URL belongs to a production platform, which the embedded mode never touches; choose another DATABASE_URL or MODE=production.',
  embedded:
    "The database of DATABASE_URL holds the embedded mode's sandbox, as whose members anybody can sign in; production needs a separate database.",
};

export async function hasTable(db: Database, name: string): Promise<boolean> {
  return rowsOf<{ found: boolean }>(await db.execute(sql`select to_regclass(${name}) is not null as found`))[0]?.found ?? false;
}

export async function ownerOf(db: Database): Promise<Owner | null> {
  if (!(await hasTable(db, 'settings'))) return null;
  const owner = await readSetting(db, 'owner');
  if (owner !== null) return owner;
  // Older databases have no owner setting. The mode is embedded if `seeded_at_seconds` is set, otherwise production if there are members or
  // organizations.
  if ((await readSetting(db, 'seeded_at_seconds')) !== null) return 'embedded';
  const held = await db.execute(sql`select exists (select from members) or exists (select from organizations) as anybody`);
  return rowsOf<{ anybody: boolean }>(held)[0]?.anybody ? 'production' : null;
}

/** @throws {StartError} if the database belongs to the other mode */
export async function refuseOthers(db: Database, mode: Owner): Promise<void> {
  const owner = await ownerOf(db);
  if (owner !== null && owner !== mode) throw new StartError(refusals[owner]);
}

export async function keepOwner(db: Database, mode: Owner): Promise<void> {
  if ((await readSetting(db, 'owner')) === null) await writeSetting(db, 'owner', mode);
}

export async function readSetting<K extends keyof Settings>(db: Database, key: K): Promise<Settings[K] | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row ? (row.value as Settings[K]) : null;
}

export async function writeSetting<K extends keyof Settings>(db: Database, key: K, value: Settings[K]): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}

export async function deleteSetting(db: Database, key: keyof Settings): Promise<void> {
  await db.delete(settings).where(eq(settings.key, key));
}

/** Stores the configured seller when a process starts. All later invoices use this seller. */
export async function keepSeller(db: Database, seller: SellerSetting): Promise<void> {
  if (!isDeepStrictEqual(await readSetting(db, 'seller'), seller)) await writeSetting(db, 'seller', seller);
}
