import { createContext, use, useEffect } from 'react';
import { productName } from '#lib/product.ts';

type Status = 200 | 404;

/** Takes what a page says about its document while the server renders. */
export interface Head {
  say(title: string, status: Status): void;
}

/** A head that keeps what was said last. */
export function createHead(): Head & { readonly said: () => { readonly title: string; readonly status: Status } } {
  let last: { title: string; status: Status } = { title: '', status: 200 };
  return {
    say: (title, status) => {
      last = { title, status };
    },
    said: () => last,
  };
}

export const HeadContext = createContext<Head | null>(null);

/** Names the document: the page's own words first, then the product. The address that is not found answers 404. */
export function useTitle(words: readonly string[], status: Status = 200): void {
  const title = [...words, productName].join(' - ');
  use(HeadContext)?.say(title, status);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
