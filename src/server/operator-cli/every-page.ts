import type { AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminResponse } from '#contract/admin/admin-types.ts';
import type { AdminClient, CommandInput } from './admin-client.ts';

type ListName = { [N in AdminCallName]: AdminResponse<N> extends { readonly next_cursor: string | null } ? N : never }[AdminCallName];

const mostAtOnce = '100';

export async function everyPage<N extends ListName>(
  call: AdminClient['call'],
  name: N,
  input: CommandInput = {},
): Promise<AdminResponse<N>> {
  const read = async (cursor: string | null): Promise<Readonly<Record<string, unknown>>> => {
    const query = { ...input.query, limit: mostAtOnce, ...(cursor === null ? {} : { cursor }) };
    return (await call(name, { ...input, query })) as Readonly<Record<string, unknown>>;
  };
  const whole = { ...(await read(null)) };
  while (typeof whole['next_cursor'] === 'string')
    for (const [field, value] of Object.entries(await read(whole['next_cursor'])))
      whole[field] = Array.isArray(value) ? [...(whole[field] as unknown[]), ...(value as unknown[])] : value;
  return whole as AdminResponse<N>;
}
