import { z } from 'zod';
import { textOrNull } from './fields.ts';

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z
    .looseObject({ object: z.enum(['list', 'search_result']), data: z.array(item), has_more: z.boolean(), next_page: textOrNull })
    .transform(({ data, has_more, next_page }) => ({ items: data, hasMore: has_more, nextPage: next_page }));
