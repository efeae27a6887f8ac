import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Seller } from '#contract/types.ts';
import { StartError } from '#server/start/start-error.ts';
import { type Database, rowsOf } from './database.ts';
import { settings } from './tables/platform.ts';

/** Every setting by name with its type. */
export interface Settings {
  /** Who sells, and what its invoice numbers begin with, by the settings of the process that started last. */
  readonly seller: SellerSetting;
  /** The mode that the database belongs to. */
  readonly owner: Owner;
  /** How far the platform's clock is ahead of real time. */
  readonly clock_offset_ms: number;
  /** Since when no charge is made, by an operator's word; absent while charges are made. */
  readonly charges_pause: ChargesPause;
  /** The platform's time until which staff can move no money, because the approval limits were reset from the shell. */
  readonly staff_money_stopped_until: number;
  /** The way in which requests are approved; the process that started last has written it. */
  readonly approved_by: ApprovedBy;
  /** Unix time at which the demo was seeded. */
  readonly seeded_at_seconds: number;
  /** Unix time up to which the gateway's events have been fetched. */
  readonly gateway_events_read_until: number;
  /** Unix time that a long step of the clock goes to: until then no mail leaves. Null where none is under way. */
  readonly mail_held_until: number;
  /** The platform's time at which rows were last removed that have had theirs. */
  readonly retention_ran_at: number;
}

/** keys: by a key of another person. provider: by staff behind the sign-in of the provider alone. */
export type ApprovedBy = 'keys' | 'provider';

export interface ChargesPause {
  /** The platform's time. */
  readonly sinceSeconds: number;
  readonly reason: string | null;
  /** The key that paused them, or `command`. */
  readonly by: string;
}

export interface SellerSetting {
  readonly seller: Seller;
  /** Empty where numbers begin with nothing. */
  readonly series: string;
}

/** The mode that has opened a database first. It is that mode's for good: what one holds has no place in the other. */
export type Owner = 'embedded' | 'production';

const refusals: Readonly<Record<Owner, string>> = {
  production:
    'The database of DATABASE_URL belongs to a production platform, which the embedded mode never touches; choose another DATABASE_URL or MODE=production.',
  embedded:
    "The database of DATABASE_URL holds the embedded mode's sandbox, as whose members anybody can sign in; production needs a database of its own.",
};

/** Whether the database has a table of that name where this program looks for its own. */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  return rowsOf<{ found: boolean }>(await db.execute(sql`select to_regclass(${name}) is not null as found`))[0]?.found ?? false;
}

/** Whose the database is; null where it holds nothing yet. */
export async function ownerOf(db: Database): Promise<Owner | null> {
  if (!(await hasTable(db, 'settings'))) return null;
  const owner = await readSetting(db, 'owner');
  if (owner !== null) return owner;
  // Older databases have no owner; embedded ones have seeded_at_seconds, production ones have members or organizations.
  if ((await readSetting(db, 'seeded_at_seconds')) !== null) return 'embedded';
  const held = await db.execute(sql`select exists (select from members) or exists (select from organizations) as anybody`);
  return rowsOf<{ anybody: boolean }>(held)[0]?.anybody ? 'production' : null;
}

/** @throws {StartError} when the database is the other mode's */
export async function refuseOthers(db: Database, mode: Owner): Promise<void> {
  const owner = await ownerOf(db);
  if (owner !== null && owner !== mode) throw new StartError(refusals[owner]);
}

/** Keeps whose the database is from now on. */
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

/** The seller of the process that started last holds for all invoices from now on. */
export async function keepSeller(db: Database, seller: SellerSetting): Promise<void> {
  if (!isDeepStrictEqual(await readSetting(db, 'seller'), seller)) await writeSetting(db, 'seller', seller);
}
