import { createContext, use, useEffect } from 'react';
import { productName } from '#lib/product.ts';

type Status = 200 | 404;

export interface Head {
  say(title: string, status: Status): void;
}

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

/** The title ends with the product's name. During server rendering, also sets the status code. */
export function useTitle(words: readonly string[], status: Status = 200): void {
  const title = [...words, productName].join(' - ');
  use(HeadContext)?.say(title, status);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
