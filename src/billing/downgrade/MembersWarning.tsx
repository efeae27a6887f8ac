import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import type { MemberAtLimit } from './use-downgrade-facts.ts';
import styles from './Downgrade.module.css';

export interface MembersWarningProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly members: readonly MemberAtLimit[];
  readonly returnFocusTo?: () => HTMLElement | null;
}

export function MembersWarning({ isOpen, onClose, members, returnFocusTo }: MembersWarningProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title="Members exceed their free project limits"
      {...(returnFocusTo && { returnFocusTo })}
    >
      <p>
        This organization still has active projects, and these members have reached their limit of active Free projects. Nothing has been
        changed.
      </p>
      <ul role="list" data-marked className={styles.names}>
        {members.map(({ username, primary_email: email, free_project_limit: limit }) => (
          <li key={username}>{`${username} (${email}): limit of ${limit} active Free ${limit === 1 ? 'project' : 'projects'}`}</li>
        ))}
      </ul>
      <div className={styles.advice}>
        <h3 className={styles.title}>What you can do</h3>
        <ul role="list" data-marked className={styles.names}>
          <li>Ask them to pause, delete or upgrade one of their other Free projects.</li>
          <li>Or pause or delete all running projects here.</li>
        </ul>
        <p>Then you can downgrade.</p>
      </div>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          Understood
        </Button>
      </DialogActions>
    </Dialog>
  );
}
