import { states as planStates } from '#ui/PlanCard/PlanCard.states.tsx';
import { SidePanel } from './SidePanel.tsx';

const onOpenChange = () => undefined;

export const states = {
  plans: () => (
    <SidePanel isOpen onOpenChange={onOpenChange} title="Change subscription plan for Acme Robotics">
      {planStates['four plans, Pro is current']()}
    </SidePanel>
  ),
  busy: () => (
    <SidePanel isOpen onOpenChange={onOpenChange} title="Cost control" busyMessage="Updating the spend cap...">
      <p>Nothing closes this panel now.</p>
    </SidePanel>
  ),
  'right to left': () => (
    <div dir="rtl">
      <SidePanel isOpen onOpenChange={onOpenChange} title="בקרת עלויות">
        <p>תקרת ההוצאה פעילה.</p>
      </SidePanel>
    </div>
  ),
};
