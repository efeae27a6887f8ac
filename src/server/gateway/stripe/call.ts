import type { z } from 'zod';
import type { GatewayResult } from '#server/gateway/gateway-result.ts';
import { toGatewayError, UnreadableAnswer } from './errors.ts';
import { problemIn } from './objects/fields.ts';
import { pageOf } from './objects/pages.ts';

const maxPages = 100;

export async function callStripe<Value>(
  schema: z.ZodType<Value>,
  send: () => Promise<unknown>,
  id?: string,
): Promise<GatewayResult<Value>> {
  try {
    return { ok: true, value: readObject(schema, await send(), id) };
  } catch (error) {
    return { ok: false, error: toGatewayError(error) };
  }
}

export function readObject<Value>(schema: z.ZodType<Value>, answer: unknown, id: string | undefined): Value {
  const last = (answer as { lastResponse?: { statusCode?: number; requestId?: string } } | null)?.lastResponse;
  const requestId = last?.requestId ?? null;
  if (last?.statusCode !== undefined && last.statusCode !== 200)
    throw new UnreadableAnswer(`The gateway answered with status ${last.statusCode}.`, requestId);
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new UnreadableAnswer(`The gateway's answer is not what was asked for: ${problemIn(parsed.error)}`, requestId);
  if (id !== undefined && (parsed.data as { id?: string }).id !== id)
    throw new UnreadableAnswer('The gateway answered with another object.', requestId);
  return parsed.data;
}

export async function allPages<Item extends { id: string }>(
  schema: z.ZodType<Item>,
  send: (after: { starting_after?: string }) => Promise<unknown>,
): Promise<GatewayResult<Item[]>> {
  const items: Item[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const last = items.at(-1);
    const result = await callStripe(pageOf(schema), () => send(last ? { starting_after: last.id } : {}));
    if (!result.ok) return result;
    items.push(...result.value.items);
    if (!result.value.hasMore || result.value.items.length === 0) break;
  }
  return { ok: true, value: items };
}

export async function allSearchPages<Item>(
  schema: z.ZodType<Item>,
  send: (page: { page?: string }) => Promise<unknown>,
): Promise<GatewayResult<Item[]>> {
  const items: Item[] = [];
  let next: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const at: { page?: string } = next === null ? {} : { page: next };
    const result = await callStripe(pageOf(schema), () => send(at));
    if (!result.ok) return result;
    items.push(...result.value.items);
    next = result.value.nextPage;
    if (!result.value.hasMore || next === null) break;
  }
  return { ok: true, value: items };
}
