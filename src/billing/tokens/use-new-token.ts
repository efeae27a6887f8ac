import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import type { CallResponse } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { tokensTexts as texts } from '#lib/texts/tokens.ts';
import { useAttemptWrite } from '#billing/shared/data/attempt-write.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { bodyOf, emptyToken, refusalsOf, type TokenFieldName, tokenSchema, type TokenValues } from './token.form.ts';

export type NewTokenForm = ReturnType<typeof useNewToken>;

/** Ids of the fields in screen order. The id of a group is the id of its first choice, which receives the focus. */
const fieldIds: Readonly<Record<TokenFieldName, string>> = {
  name: 'token-name',
  scopes: 'token-scopes-0',
  lastDay: 'token-lastDay',
  about: 'token-about-0',
  project: 'token-project',
};

export function useNewToken() {
  const slug = useSlug();
  const now = useNowSeconds();
  const [start] = useState<TokenValues>(() => emptyToken(now));
  const [created, setCreated] = useState<CallResponse<'createToken'> | null>(null);
  const [refusal, setRefusal] = useState<{ readonly values: string; readonly messages: ReturnType<typeof refusalsOf> } | null>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const fields = useForm({ defaultValues: start, validationLogic: revalidateLogic(), validators: { onDynamic: tokenSchema(now) } });
  const values = useSelector(fields.store, (state) => state.values);
  const fieldErrors = useSelector(fields.store, ({ errorMap }) => errorMap.onDynamic);
  const { write, failure, isPending } = useAttemptWrite('createToken', {
    place: 'inline',
    failure: (message) => fillText(texts.createFailed, { message }),
    onSuccess: (_result, _input, client) => client.invalidateQueries({ queryKey: readKey('listTokens', { params: { slug } }) }),
  });
  const text = JSON.stringify(values);
  // The platform's errors are shown only while the form contains the same values as the rejected request.
  const refused = refusal?.values === text ? refusal.messages : {};
  const messageOf = (field: TokenFieldName): string | undefined =>
    fieldErrors?.[field]?.map(({ message }) => message).join('. ') ?? refused[field];
  const submit = async (): Promise<void> => {
    await fields.handleSubmit();
    if (!fields.state.isValid) return setFailedAttempts((count) => count + 1);
    const result = await write({ params: { slug }, body: bodyOf(fields.state.values) });
    if (result.ok) return setCreated(result.answer.data);
    const messages = refusalsOf(result.error.fields);
    setRefusal({ values: JSON.stringify(fields.state.values), messages });
    if (Object.keys(messages).length > 0) setFailedAttempts((count) => count + 1);
  };
  return {
    fields,
    values,
    messageOf,
    faults: (Object.keys(fieldIds) as TokenFieldName[]).flatMap((field) => {
      const message = messageOf(field);
      return message === undefined ? [] : [{ fieldId: fieldIds[field], message }];
    }),
    failedAttempts,
    /** Error of the call; null if a field already shows the error. */
    failure: Object.keys(refused).length > 0 ? null : failure,
    isChanged: text !== JSON.stringify(start),
    isPending,
    /** Created token with its text, which only this form can show; null before the token is created. */
    created,
    submit,
  };
}
