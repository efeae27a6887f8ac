import { useState } from 'react';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';

interface ProjectPickerProps {
  readonly id: string;
  /** Empty if no project is selected. */
  readonly value: string;
  readonly onChange: (ref: string) => void;
  readonly errorMessage: string | undefined;
  readonly isReadOnly: boolean;
}

const mostListed = 100;

/** Lists the projects by name. If there are too many projects to list, the member types a reference. */
export function ProjectPicker(props: ProjectPickerProps) {
  const slug = useSlug();
  const query = useRead('listProjects', { params: { slug }, query: { limit: mostListed, sort: 'name_asc' } });
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="projects" title="Failed to retrieve projects" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={2} />;
  const { pagination, projects } = query.data;
  if (pagination.count > mostListed)
    return (
      <TextField
        {...props}
        label="Project reference"
        description="20 letters. They end the address of the project's page."
        autoComplete="off"
      />
    );
  return <ListedProjects {...props} projects={projects} />;
}

function ListedProjects({
  value,
  onChange,
  projects,
  ...props
}: ProjectPickerProps & { projects: readonly { readonly ref: string; readonly name: string }[] }) {
  const [items] = useState(() =>
    projects.map(({ ref, name }) => {
      const isUnique = projects.filter((other) => other.name === name).length === 1;
      return { id: ref, name: isUnique ? name : `${name} (${ref})`, otherNames: [ref] };
    }),
  );
  return (
    <ComboBox
      {...props}
      label="Project"
      items={items}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(ref) => onChange(ref ?? '')}
    />
  );
}
