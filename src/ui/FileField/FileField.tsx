import type { ReactNode } from 'react';
import fieldStyles from '#ui/Field/Field.module.css';
import { LabelLine } from '#ui/Field/FieldLabel.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';

export interface FileFieldProps {
  label: string;
  description?: ReactNode;
  /** File extensions and media types that the browser offers, such as '.csv,.json'. */
  accept?: string;
  onChoose: (file: File) => void;
}

/** The field is native, because browsers then name its button and speak the chosen file. */
export function FileField({ label, description, accept, onChoose }: FileFieldProps) {
  const { fieldId, descriptionId, shownDescriptionId } = useFieldIds({ description });
  return (
    <div className={fieldStyles.root}>
      <LabelLine isRequired={undefined}>{() => <label htmlFor={fieldId}>{label}</label>}</LabelLine>
      <input
        {...describedBy(shownDescriptionId)}
        {...(accept !== undefined && { accept })}
        id={fieldId}
        type="file"
        className={fieldStyles.control}
        // Clears the value, because browsers do not report a change if the user chooses the same file again.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
        }}
      />
      {description !== undefined && (
        <p id={descriptionId} className={fieldStyles.description}>
          {description}
        </p>
      )}
    </div>
  );
}
