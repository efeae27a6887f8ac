import { useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import {
  bodyOf,
  emptyPriceTag,
  faultsOf,
  type PriceTagFaults,
  type PriceTagField,
  type PriceTagValues,
  refusalsOf,
} from './price-tag.form.ts';
import { type PriceTag, priceSentence } from './price-tag-messages.ts';

export type PriceTagForm = ReturnType<typeof usePriceTag>;

/** If a member changes a value after the price is shown, the price disappears. */
export function usePriceTag() {
  const slug = useSlug();
  const call = useWrite('priceItem', { place: 'inline', failure: (message) => `Failed to calculate the price: ${message}` });
  const [values, setValues] = useState(emptyPriceTag);
  const [messages, setMessages] = useState<PriceTagFaults>({});
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [tag, setTag] = useState<PriceTag | null>(null);

  const refuse = (found: PriceTagFaults): void => {
    setMessages(found);
    setFailedAttempts((attempts) => attempts + 1);
  };

  return {
    values,
    messages,
    faults: (Object.entries(messages) as [PriceTagField, string][]).map(([field, message]) => ({ fieldId: `price-${field}`, message })),
    failedAttempts,
    failure: Object.keys(messages).length > 0 ? null : call.failure,
    isPending: call.isPending,
    tag,
    change: (changed: Partial<PriceTagValues>): void => {
      setValues((before) => ({ ...before, ...changed }));
      setMessages({});
      setTag(null);
      call.reset();
    },
    submit: async (): Promise<void> => {
      const found = faultsOf(values);
      if (Object.keys(found).length > 0) return refuse(found);
      setMessages({});
      const result = await call.write({ params: { slug }, body: bodyOf(values) });
      if (!result.ok) {
        const refused = refusalsOf(result.error.fields);
        if (Object.keys(refused).length > 0) refuse(refused);
        return;
      }
      setTag(result.answer.data);
      announce(priceSentence(result.answer.data));
    },
  };
}
