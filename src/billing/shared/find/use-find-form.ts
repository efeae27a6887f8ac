import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import type { ZodMiniType } from 'zod/mini';

interface PeriodValues {
  readonly from: string;
  readonly to: string;
}

export function useFindForm<V extends PeriodValues>(current: () => V, schema: ZodMiniType<unknown, V>, find: (values: V) => void) {
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [start] = useState(current);
  const form = useForm({
    defaultValues: start,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: schema },
    onSubmit: ({ value }) => {
      setFailedAttempts(0);
      find(value);
    },
    onSubmitInvalid: () => setFailedAttempts((count) => count + 1),
  });
  const fault = useSelector(form.store, ({ errorMap }) => errorMap.onDynamic?.['to']?.[0]?.message);
  return { form, fault, panel: { fault, failedAttempts, onSubmit: () => void form.handleSubmit() } };
}
