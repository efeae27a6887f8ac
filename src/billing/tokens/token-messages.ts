import type { CallResponse } from '#contract/types.ts';
import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { fillText } from '#lib/texts/fill.ts';
import { formatLastDay, tokenScopeNames, tokensTexts as texts } from '#lib/texts/tokens.ts';
import type { StatusVariant } from '#ui/Badge/Badge.tsx';

export type Token = CallResponse<'listTokens'>['tokens'][number];

export const tokensSheetId = 'tokens';
export const tokensHeading = (): HTMLElement | null => document.getElementById(`${tokensSheetId}-heading`);

/** A revocation counts even if its time is after `nowSeconds`, because `nowSeconds` is rounded down. */
export const hasEnded = ({ expires_at: end, revoked_at: revokedAt }: Token, nowSeconds: number): boolean =>
  revokedAt !== null || end <= nowSeconds;

/** Returns the mark of a token; null if the token is valid and its creator is still a member. */
export function tokenMark(token: Token, nowSeconds: number): { readonly words: string; readonly variant: StatusVariant } | null {
  if (token.revoked_at !== null) return { words: texts.revokedState, variant: 'neutral' };
  if (hasEnded(token, nowSeconds)) return { words: texts.ended, variant: 'neutral' };
  return token.creator_left_at === null ? null : { words: texts.creatorLeft, variant: 'warning' };
}

export const scopeWords = ({ scopes }: Token): string => scopes.map((scope) => tokenScopeNames[scope]).join(', ');

export function tokenFacts(token: Token, nowSeconds: number): string[] {
  const { project_ref: ref, project_name: project, created_by: name, created_at: createdAt, last_used_at: usedAt, expires_at: end } = token;
  return [
    ref === null ? scopeWords(token) : `${scopeWords(token)}. ${fillText(texts.ofProject, { name: project ?? ref })}`,
    fillText(texts.createdBy, { name, date: formatDate(createdAt) }),
    usedAt === null ? texts.neverUsed : fillText(texts.lastUsed, { time: formatDateTime(usedAt) }),
    fillText(hasEnded(token, nowSeconds) ? texts.endedOn : texts.ends, { date: formatLastDay(end) }),
  ];
}

export function creatorLeftWords(token: Token, nowSeconds: number): string | null {
  const { creator_left_at: leftAt, created_by: name, expires_at: end } = token;
  if (leftAt === null || hasEnded(token, nowSeconds)) return null;
  return fillText(texts.creatorLeftAbout, { name, date: formatDate(leftAt), end: formatLastDay(end) });
}
