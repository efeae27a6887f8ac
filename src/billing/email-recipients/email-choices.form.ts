import { z } from 'zod/mini';
import type { CallInput, CallResponse } from '#contract/types.ts';
import { NoticeKind } from '#contract/shapes/notices.ts';
import { fillText } from '#lib/texts/fill.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';

export type EmailSettings = CallResponse<'getNoticeSettings'>;
type Kind = EmailSettings['kinds'][number]['kind'];
type Body = CallInput<'updateNoticeSettings'>['body'];

export interface EmailChoice {
  readonly address: string;
  readonly wanted: readonly Kind[];
}

export interface EmailChoices {
  readonly choices: readonly EmailChoice[];
}

export const emailChoicesSchema = z.object({
  choices: z.readonly(z.array(z.object({ address: z.string(), wanted: z.readonly(z.array(NoticeKind)) }))),
});

export const optionalKinds = ({ kinds }: EmailSettings) => kinds.filter(({ mandatory }) => !mandatory);

export const mandatoryWords = ({ kinds }: EmailSettings): string =>
  fillText(texts.mandatory, {
    kinds: kinds
      .filter(({ mandatory }) => mandatory)
      .map(({ label }) => label)
      .join(', '),
  });

export const choicesOf = ({ notice_kinds: addresses }: EmailSettings): EmailChoices => ({
  choices: addresses.map(({ address, kinds }) => ({
    address,
    wanted: kinds.filter(({ mandatory, wanted }) => wanted && !mandatory).map(({ kind }) => kind),
  })),
});

/** Examples: 'all emails'; '8 of 12 kinds, and required emails'. */
export function choiceWords({ wanted }: EmailChoice, total: number): string {
  if (wanted.length === total) return texts.allMails;
  return wanted.length === 0 ? texts.onlyMandatory : fillText(texts.someEmails, { count: wanted.length, total });
}

export function changedChoices(settings: EmailSettings, base: EmailChoices, { choices }: EmailChoices): Body {
  const kinds = optionalKinds(settings).map(({ kind }) => kind);
  const changes = choices.flatMap(({ address, wanted }, index) => {
    const before = base.choices[index]?.wanted ?? [];
    const changed = kinds.filter((kind) => wanted.includes(kind) !== before.includes(kind));
    return changed.length === 0 ? [] : [{ address, kinds: changed.map((kind) => ({ kind, wanted: wanted.includes(kind) })) }];
  });
  return { notice_kinds: changes };
}
