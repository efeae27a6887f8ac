import { Checkbox } from '#ui/Checkbox/Checkbox.tsx';

export interface SaveCardProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isReadOnly: boolean;
}

export function SaveCard(props: SaveCardProps) {
  return (
    <Checkbox {...props} description="Renewals and later payments can use a saved card.">
      Save this card
    </Checkbox>
  );
}
