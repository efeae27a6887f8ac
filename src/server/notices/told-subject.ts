import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';
import { safeLine, shortName } from './plain-text.ts';
import { wordsOfNotice } from './words/all-words.ts';

interface ToldKind {
  readonly kind: NoticeKind;
  readonly facts: Record<string, unknown>;
}

/** The subject of a notice, for lists of what was sent. */
export const toldSubject = ({ kind, facts }: ToldKind, organizationName: string): string =>
  safeLine(wordsOfNotice(kind, facts as never as NoticeFacts[typeof kind], { name: shortName(organizationName), isPaid: false }).subject);
