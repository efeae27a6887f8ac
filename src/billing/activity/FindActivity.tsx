import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useMemo, useState } from 'react';
import { activityKindNames } from '#lib/texts/activity.ts';
import { Button } from '#ui/Button/Button.tsx';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { type ActivityFilters, actorNames, activityKinds, memberKey } from './activity-view.ts';
import { anyValue, filtersOfValues, findActivitySchema, type FindActivityValues, valuesOfFilters } from './activity.form.ts';
import styles from './FindActivity.module.css';

export interface FindActivityProps {
  id: string;
  isOpen: boolean;
  /** A new number resets the fields to the current filters. */
  writing: number;
  filters: ActivityFilters;
  /** Usernames that stand in the entries: also of people who are no members any more. */
  people: readonly string[];
  filter: (filters: ActivityFilters) => void;
}

const kinds = [{ value: anyValue, label: 'Any' }, ...activityKinds.map((value) => ({ value, label: activityKindNames[value] }))];

/** Filters by kind, person and period. What is shown is in the address, so that Back undoes it. */
export function FindActivity({ isOpen, writing, ...props }: FindActivityProps) {
  return isOpen ? <Fields key={writing} {...props} /> : null;
}

const toId = 'activity-to';

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

function Fields({ id, filters, people, filter }: Omit<FindActivityProps, 'isOpen' | 'writing'>) {
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
    <div id={id} className={styles.root}>
      <Form
        aria-label="Find entries"
        onSubmit={() => void form.handleSubmit()}
        faultsTitle="The period is not possible"
        faults={fault === undefined ? [] : [{ fieldId: toId, message: fault }]}
        failedAttempts={failedAttempts}
        faultsLevel={2}
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
        <div className={styles.period}>
          <form.Field name="from">
            {({ state, handleChange }) => <TextField label="From" type="date" value={state.value} onChange={handleChange} />}
          </form.Field>
          <form.Field name="to">
            {({ state, handleChange }) => (
              <TextField id={toId} label="To" type="date" value={state.value} onChange={handleChange} errorMessage={fault} />
            )}
          </form.Field>
        </div>
        <div>
          <Button variant="primary" type="submit">
            Show
          </Button>
        </div>
      </Form>
    </div>
  );
}
