import { useMemo } from 'react';
import { activityKindNames } from '#lib/texts/activity.ts';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { dayField, FindPanel, FindPeriod, lastDayId } from '#billing/shared/find/FindPanel.tsx';
import type { FindFormProps } from '#billing/shared/find/FindTools.tsx';
import { useFindForm } from '#billing/shared/find/use-find-form.ts';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { type ActivityFilters, actorNames, activityKinds, memberKey } from './activity-view.ts';
import { anyValue, filtersOfValues, findActivitySchema, type FindActivityValues, valuesOfFilters } from './activity.form.ts';

export interface FindActivityProps extends FindFormProps<ActivityFilters> {
  /** Usernames in the entries, including former members. */
  people: readonly string[];
}

const kinds = [{ value: anyValue, label: 'Any' }, ...activityKinds.map((value) => ({ value, label: activityKindNames[value] }))];

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

/** The filters are stored in the URL, so that the browser's Back restores the previous filters. */
export function FindActivity({ id, filters, people, filter }: FindActivityProps) {
  const persons = usePersons(people);
  const { form, fault, panel } = useFindForm(
    () => valuesOfFilters(filters),
    findActivitySchema,
    (values) => filter(filtersOfValues(values)),
  );
  return (
    <FindPanel {...panel} id={id} label="Find entries" faultsLevel={2}>
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
        <form.Field name="from">{dayField({ label: 'From' })}</form.Field>
        <form.Field name="to">{dayField({ label: 'To', id: lastDayId(id), errorMessage: fault })}</form.Field>
      </FindPeriod>
    </FindPanel>
  );
}
