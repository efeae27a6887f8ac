import type { ReactNode } from 'react';
import { ModalFrame } from './ModalFrame.tsx';
import type { ModalFrameProps } from './ModalContent.tsx';
import styles from './Dialog.module.css';

export type DialogProps = ModalFrameProps;

/** The last child is usually a DialogActions. */
export function Dialog(props: DialogProps) {
  return <ModalFrame {...props} placement="center" role="dialog" />;
}

export interface DialogActionsProps {
  children: ReactNode;
}

export function DialogActions({ children }: DialogActionsProps) {
  return <div className={styles.actions}>{children}</div>;
}
