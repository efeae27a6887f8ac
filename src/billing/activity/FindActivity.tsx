import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useMemo, useState } from 'react';
import { activityKindNames } from '#lib/texts/activity.ts';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { FindPanel, FindPeriod, lastDayId } from '#billing/shared/find/FindPanel.tsx';
import type { FindFormProps } from '#billing/shared/find/FindTools.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { type ActivityFilters, actorNames, activityKinds, memberKey } from './activity-view.ts';
import { anyValue, filtersOfValues, findActivitySchema, type FindActivityValues, valuesOfFilters } from './activity.form.ts';

export interface FindActivityProps extends FindFormProps<ActivityFilters> {
  /** Usernames that stand in the entries: also of people who are no members any more. */
  people: readonly string[];
}

const kinds = [{ value: anyValue, label: 'Any' }, ...activityKinds.map((value) => ({ value, label: activityKindNames[value] }))];

/** Everybody who may have done something: members, those in the entries, staff, the platform. */
function usePersons(people: readonly string[]) {
  const hasMembers = useCapabilities()?.includes('members') === true;
  const { data: members } = useRead('listMembers', { params: { slug: useSlug() } }, hasMembers);
  return useMemo(() => {
    const usernames = new Set([...(members ?? []).map(({ username }) => username), ...people]);
    return [
      { id: anyValue, name: 'Anyone' },
      { id: 'staff', name: actorNames.staff },
      { id: 'platform', name: actorNames.platform },
      ...[...usernames].toSorted().map((username) => ({ id: memberKey(username), name: username })),
    ];
  }, [members, people]);
}

/** Filters by kind, person and period. What is shown is in the address, so that Back undoes it. */
export function FindActivity({ id, filters, people, filter }: FindActivityProps) {
  const [failedAttempts, setFailedAttempts] = useState(0);
  const persons = usePersons(people);
  const [start] = useState(() => valuesOfFilters(filters));
  const form = useForm({
    defaultValues: start,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: findActivitySchema },
    onSubmit: ({ value }) => {
      setFailedAttempts(0);
      filter(filtersOfValues(value));
    },
    onSubmitInvalid: () => setFailedAttempts((count) => count + 1),
  });
  const fault = useSelector(form.store, ({ errorMap }) => errorMap.onDynamic?.['to']?.[0]?.message);
  return (
    <FindPanel
      id={id}
      label="Find entries"
      fault={fault}
      failedAttempts={failedAttempts}
      faultsLevel={2}
      onSubmit={() => void form.handleSubmit()}
    >
      <form.Field name="kind">
        {({ state, handleChange }) => (
          <RadioGroup
            label="Kind"
            orientation="horizontal"
            options={kinds}
            value={state.value}
            onChange={(kind) => handleChange(kind as FindActivityValues['kind'])}
          />
        )}
      </form.Field>
      <form.Field name="by">
        {({ state, handleChange }) => (
          <ComboBox label="Who" items={persons} selectedKey={state.value} onSelectionChange={(key) => handleChange(key ?? anyValue)} />
        )}
      </form.Field>
      <FindPeriod>
        <form.Field name="from">
          {({ state, handleChange }) => <TextField label="From" type="date" value={state.value} onChange={handleChange} />}
        </form.Field>
        <form.Field name="to">
          {({ state, handleChange }) => (
            <TextField id={lastDayId(id)} label="To" type="date" value={state.value} onChange={handleChange} errorMessage={fault} />
          )}
        </form.Field>
      </FindPeriod>
    </FindPanel>
  );
}
