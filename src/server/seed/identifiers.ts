import { createHash } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphanumeric = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${letters}0123456789`;

/** Derives an identifier from names. It is equal in each seeding, so that URLs stay valid. */
function derived(alphabet: string, length: number, ...names: readonly (string | number)[]): string {
  const bytes = createHash('sha512').update(names.join('/')).digest();
  return Array.from({ length }, (_, index) => alphabet[(bytes[index] ?? 0) % alphabet.length]).join('');
}

export const projectRef = (slug: string, name: string): string => derived(letters, 20, 'project', slug, name);
export const subscriptionId = (slug: string): string => `sub_${derived(alphanumeric, 24, 'subscription', slug)}`;
export const budgetId = (slug: string, name: string): string => `bud_${derived('0123456789abcdef', 24, 'budget', slug, name)}`;
