import eventExamples from '#contract/admin/event-examples.json' with { type: 'json' };
import { eventTypes, type PlatformEventType } from '#contract/admin/event-shapes.ts';
import { eventWords } from '#contract/admin/event-messages.ts';

const files = import.meta.glob<string>('./guides/*.md', { query: '?raw', import: 'default', eager: true });

export interface Guide {
  readonly slug: string;
  readonly title: string;
  /** Text of the page. Each heading ends with its ID, such as `{#receive}`. */
  readonly markdown: string;
}

const examples: Readonly<Partial<Record<PlatformEventType, unknown>>> = eventExamples;

const eventList = eventTypes
  .map(
    (type) => `\n### ${type} {#${type}}\n\n${eventWords[type]}\n\n\`\`\`json\n${JSON.stringify(examples[type] ?? null, null, 2)}\n\`\`\`\n`,
  )
  .join('');

const slugs = ['program', 'events', 'pagination', 'idempotency', 'rate-limits', 'errors', 'versions'] as const;

/** Pages of the documentation, in reading order. @throws if a page has no heading */
export const guidePages: readonly Guide[] = slugs.map((slug) => {
  const markdown = files[`./guides/${slug}.md`] ?? '';
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`The page ${slug} has no heading`);
  return { slug, title, markdown: slug === 'events' ? markdown + eventList : markdown };
});

export const plainMarkdown = ({ markdown }: Guide): string => markdown.replace(/^(#+ .+?) \{#[\w.-]+\}$/gm, '$1');
