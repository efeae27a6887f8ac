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

/** A word that the control's state conveys is outside the label; it would join the name once React Aria hides the page around a list. */
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
  /** If undefined, neither word is shown. */
  isRequired: boolean | undefined;
  /** True for controls, which report their required state; groups have none. */
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
