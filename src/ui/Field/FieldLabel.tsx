import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { uiTexts } from '#ui/texts.ts';
import styles from './Field.module.css';

export interface FieldLabelProps {
  children: string;
  isRequired?: boolean | undefined;
  isOfGroup?: boolean;
}

export function FieldLabel({ children, isRequired, isOfGroup = false }: FieldLabelProps) {
  return (
    <LabelLine isRequired={isRequired} isOfGroup={isOfGroup}>
      {(necessity) => (
        <Label>
          {children}
          {necessity}
        </Label>
      )}
    </LabelLine>
  );
}

interface LabelLineProps {
  isRequired: boolean | undefined;
  isOfGroup?: boolean;
  children: (necessity: ReactNode) => ReactNode;
}

/** If the control reports that it is required, the word "required" is outside the label. The accessible name then lacks this word. */
export function LabelLine({ isRequired, isOfGroup = false, children }: LabelLineProps) {
  const isSaidByControl = isRequired === true && !isOfGroup;
  const necessity = <Necessity isRequired={isRequired} isSaidByControl={!isOfGroup} />;
  return (
    <span className={styles.label}>
      {children(isSaidByControl ? null : necessity)}
      {isSaidByControl && necessity}
    </span>
  );
}

interface NecessityProps {
  /** True shows "required", false shows "optional", and undefined shows neither. */
  isRequired: boolean | undefined;
  /** True for a control, which reports its required state to screen readers. False for a group, which can't. */
  isSaidByControl: boolean;
}

function Necessity({ isRequired, isSaidByControl }: NecessityProps) {
  if (isRequired === undefined) return null;
  return (
    <>
      {' '}
      <span className={styles.necessity} aria-hidden={(isRequired && isSaidByControl) || undefined}>
        ({isRequired ? uiTexts.required : uiTexts.optional})
      </span>
    </>
  );
}
