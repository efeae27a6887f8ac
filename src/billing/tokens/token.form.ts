import { z } from 'zod/mini';
import { tokenScopes } from '#contract/limits.ts';
import { tokenAccess, type TokenAccess } from '#contract/token-access.ts';
import type { CallInput, TokenScope } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import { isoDate } from '#lib/dates/format.ts';
import { dayOf } from '#lib/dates/query-days.ts';
import { tokensTexts as texts } from '#lib/texts/tokens.ts';

export type TokenBody = CallInput<'createToken'>['body'];

export interface TokenValues {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Last day on which the token is valid, as 'YYYY-MM-DD'. */
  readonly lastDay: string;
  readonly about: 'organization' | 'project';
  /** Empty if the token covers the organization. */
  readonly project: string;
}

export type TokenFieldName = keyof TokenValues;

const daySeconds = 86_400;
const usualDays = 90;

/** Scopes that at least one call accepts. A token with only other scopes could make no call. */
export const offeredScopes: readonly TokenScope[] = tokenScopes.filter((scope) =>
  Object.values<TokenAccess>(tokenAccess).some((access) => access.scope === scope),
);

export const emptyToken = (nowSeconds: number): TokenValues => ({
  name: '',
  scopes: [],
  lastDay: isoDate(nowSeconds + usualDays * daySeconds),
  about: 'organization',
  project: '',
});

/** Returns the end of a day in Unix seconds; null if the text is not a day. */
function endOfDay(day: string): number | null {
  const date = dayOf(day);
  return date === null ? null : Date.parse(`${date}T00:00Z`) / 1000 + daySeconds;
}

function aYearAfter(nowSeconds: number): number {
  const date = new Date(nowSeconds * 1000);
  return date.setUTCFullYear(date.getUTCFullYear() + 1) / 1000;
}

function dayFault(day: string, nowSeconds: number): string | null {
  const end = endOfDay(day);
  if (end === null) return texts.missingDay;
  if (end <= nowSeconds) return texts.pastDay;
  return end > aYearAfter(nowSeconds) ? texts.farDay : null;
}

export const tokenSchema = (nowSeconds: number) =>
  z
    .object({
      name: z.string().check(z.trim(), z.minLength(1, texts.missingName), z.maxLength(100, texts.longName)),
      scopes: z.readonly(z.array(z.string()).check(z.minLength(1, texts.missingScope))),
      lastDay: z.string(),
      about: z.enum(['organization', 'project']),
      project: z.string(),
    })
    .check(
      z.superRefine((values, found) => {
        const add = (path: TokenFieldName, message: string) => found.addIssue({ code: 'custom', path: [path], message });
        const fault = dayFault(values.lastDay, nowSeconds);
        if (fault !== null) add('lastDay', fault);
        if (values.about === 'project' && !/^[a-z]{20}$/.test(values.project.trim())) add('project', texts.missingProject);
      }),
    );

export const bodyOf = ({ name, scopes, lastDay, about, project }: TokenValues): TokenBody => ({
  name: name.trim(),
  scopes: offeredScopes.filter((scope) => scopes.includes(scope)),
  expires_at: endOfDay(lastDay) ?? 0,
  ...(about === 'project' && { project_ref: project.trim() }),
});

const fieldOfPart: Readonly<Record<string, TokenFieldName>> = {
  name: 'name',
  scopes: 'scopes',
  expires_at: 'lastDay',
  project_ref: 'project',
};

export function refusalsOf(errors: readonly FieldError[]): Partial<Record<TokenFieldName, string>> {
  const refused: Partial<Record<TokenFieldName, string>> = {};
  for (const { path, message } of errors) {
    const field = fieldOfPart[path.split('.')[1] ?? ''];
    if (field) refused[field] ??= /^[a-z]/.test(message) ? `This ${message}` : message;
  }
  return refused;
}
