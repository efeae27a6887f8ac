import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import type { FieldError } from '#lib/call-error.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { firstMessage } from '#billing/shared/form/first-message.ts';
import { addressFieldNames, addressLabels, addressSchema, type AddressFieldName, type AddressValues } from './address.form.ts';
import { foreignPrefixQuestion } from './tax-id-items.ts';

const useFields = (base: AddressValues) =>
  useForm({ defaultValues: base, validationLogic: revalidateLogic(), validators: { onDynamic: addressSchema } });

export type AddressFields = ReturnType<typeof useFields>;

export interface AddressForm {
  readonly fields: AddressFields;
  /** Prefix of field ids, so that a page can contain several forms. */
  readonly id: string;
  /** Values that count as unchanged: at first the initial values. `startFrom` and `compareWith` replace them. */
  readonly base: AddressValues;
  readonly isChanged: boolean;
  readonly messages: Readonly<Partial<Record<AddressFieldName, string | undefined>>>;
  /** Errors in the order of the fields. They block saving. */
  readonly faults: readonly FieldFault[];
  /** Number of calls of `check` or `refuse` that found errors. */
  readonly failedAttempts: number;
  readonly check: () => Promise<AddressValues | null>;
  /** Shows the platform's errors at their fields. Returns false if no error names a field. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
  /** Sets the values of the fields as if the member had typed them. */
  readonly fill: (values: AddressValues) => void;
  readonly startFrom: (values: AddressValues) => void;
  /** Sets the values with which the fields are compared to detect changes. The fields keep their values. */
  readonly compareWith: (values: AddressValues) => void;
}

export const fieldIdOf = (formId: string, name: AddressFieldName): string => `${formId}-${name}`;

/** The form ignores later changes of `start`, so that a response does not overwrite typed text. */
export function useAddressForm(id: string, start: AddressValues): AddressForm {
  const [base, setBase] = useState(start);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const fields = useFields(base);
  const isChanged = useSelector(fields.store, ({ values }) => addressFieldNames.some((name) => values[name] !== base[name]));
  const [refused, setRefused] = useState<Refusals>({});
  const askOnce = usePrefixQuestion(base);
  const found = useSelector(
    fields.store,
    ({ fieldMeta, values }) =>
      addressFieldNames.map((name) => firstMessage(fieldMeta[name]?.errors) ?? refusalOf(refused[name], values[name])),
    { compare: (one, other) => one.every((message, index) => message === other[index]) },
  );
  const messages: AddressForm['messages'] = Object.fromEntries(addressFieldNames.map((name, index) => [name, found[index]]));
  const faults = addressFieldNames.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ fieldId: fieldIdOf(id, name), message }];
  });

  return {
    fields,
    id,
    base,
    isChanged,
    messages,
    faults,
    failedAttempts,
    async check() {
      // Clears the platform's errors, because a value that was rejected may be valid now.
      setRefused({});
      await fields.handleSubmit();
      const { isValid, values } = fields.state;
      const question = isValid ? askOnce(values) : undefined;
      if (isValid && question === undefined) return values;
      if (question !== undefined) setRefused({ tax_id_value: { message: question, value: values.tax_id_value } });
      setFailedAttempts((count) => count + 1);
      return null;
    },
    refuse(errors) {
      const refusals: Refusals = {};
      for (const { path, message } of errors) {
        const name = fieldOf(path);
        if (name !== undefined) refusals[name] ??= { message: inFull(name, message), value: fields.state.values[name] };
      }
      setRefused(refusals);
      if (Object.keys(refusals).length === 0) return false;
      setFailedAttempts((count) => count + 1);
      return true;
    },
    fill(values) {
      for (const name of addressFieldNames) fields.setFieldValue(name, values[name]);
    },
    startFrom(values) {
      fields.reset(values);
      setRefused({});
      setBase(values);
    },
    compareWith: setBase,
  };
}

/** Returns a question if the tax ID has another country's prefix. Asks once per tax ID, and never about the stored tax ID. */
function usePrefixQuestion(base: AddressValues): (values: AddressValues) => string | undefined {
  const askedAbout = useRef('');
  return ({ tax_id_kind: kind, tax_id_value: value }) => {
    const taxId = `${kind} ${value}`;
    const isStored = kind === base.tax_id_kind && value === base.tax_id_value;
    const question = isStored || askedAbout.current === taxId ? undefined : foreignPrefixQuestion(kind, value);
    if (question !== undefined) askedAbout.current = taxId;
    return question;
  };
}

/** Errors of the platform by field, with the rejected value. An error disappears when the value of its field changes. */
type Refusals = Partial<Record<AddressFieldName, { readonly message: string; readonly value: string }>>;

const refusalOf = (refused: Refusals[AddressFieldName], value: string): string | undefined =>
  refused?.value === value ? refused.message : undefined;

const fieldsByPath: Readonly<Record<string, AddressFieldName>> = {
  'tax_id.type': 'tax_id_kind',
  'tax_id.value': 'tax_id_value',
  'tax_id.country': 'tax_id_kind',
  type: 'tax_id_kind',
  value: 'tax_id_value',
};

/** Returns the field at an error path such as "body.address.line1", "body.tax_id.value", or "body.value" of the tax ID calls. */
function fieldOf(path: string): AddressFieldName | undefined {
  const inBody = path.replace(/^body\./, '').replace(/^address\./, '');
  return fieldsByPath[inBody] ?? addressFieldNames.find((name) => name === inBody);
}

/** Adds the field name to a message of the platform that begins with "must" or "is". */
const inFull = (name: AddressFieldName, message: string): string =>
  /^(is|must) /.test(message) ? `${addressLabels[name]} ${message}` : message;
