import { Menu } from './Menu.tsx';

const onAction = () => undefined;

export const states = {
  closed: () => (
    <Menu
      label="Options"
      nameSuffix=" for Visa ending in 4242"
      items={[
        { id: 'use', label: 'Use this card', onAction },
        {
          id: 'delete',
          label: 'Delete card',
          onAction,
          variant: 'danger',
          unavailableReason: 'Unable to delete a card that is currently active',
        },
      ]}
    />
  ),
  unavailable: () => (
    <Menu
      label="Options"
      nameSuffix=" for Visa ending in 4242"
      items={[]}
      unavailableReason="You need additional permissions to manage payment methods"
    />
  ),
  'right to left': () => (
    <div dir="rtl">
      <Menu label="אפשרויות" nameSuffix=" לכרטיס" items={[{ id: 'use', label: 'שימוש בכרטיס', onAction }]} />
    </div>
  ),
};
