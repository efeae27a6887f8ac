import { Button } from '#ui/Button/Button.tsx';
import { WholeNumberField } from '#ui/TextField/TextField.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

const onOpenChange = () => undefined;

export const states = {
  idle: () => (
    <Dialog isOpen onOpenChange={onOpenChange} title="Top Up Credits">
      <WholeNumberField label="Amount" description="Whole dollars, from $100 to $2000" defaultValue="100" />
      <DialogActions>
        <Button variant="primary">Top Up</Button>
        <Button variant="quiet">Cancel</Button>
      </DialogActions>
    </Dialog>
  ),
  'busy, cannot be closed': () => (
    <Dialog isOpen onOpenChange={onOpenChange} title="Top Up Credits" busyMessage="Charging your card...">
      <WholeNumberField label="Amount" description="Whole dollars, from $100 to $2000" defaultValue="100" isDisabled />
      <DialogActions>
        <Button variant="primary" isPending pendingMessage={null}>
          Top Up
        </Button>
        <Button variant="quiet" unavailableReason="Please wait until this has finished.">
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Dialog isOpen onOpenChange={onOpenChange} title="טעינת זיכוי">
        <DialogActions>
          <Button variant="primary">אישור</Button>
        </DialogActions>
      </Dialog>
    </div>
  ),
};
