import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { uiTexts } from '#ui/texts.ts';
import styles from './Field.module.css';

export interface FieldLabelProps {
  children: string;
  isRequired?: boolean | undefined;
  /** A group is labeled by a text line and has no required state. */
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
  /** Renders the label around the word for required or optional. */
  children: (necessity: ReactNode) => ReactNode;
}

/**
 * A label with "required" or "optional". Words already given by the control's state are outside the label: inside, they would join the
 * name once React Aria hides the page around an open list.
 */
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
  /** Undefined shows neither word. */
  isRequired: boolean | undefined;
  /** True for controls, which report their required state; groups have none. */
  isSaidByControl: boolean;
}

/** The word "required" or "optional". */
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
