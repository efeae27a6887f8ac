import { ToggleButtonGroup } from './ToggleButtonGroup.tsx';

const views = [
  { id: 'lines', label: 'By item' },
  { id: 'projects', label: 'By project' },
] as const;
const onSelectionChange = () => undefined;

export const states = {
  'first of two': () => <ToggleButtonGroup label="Show costs" options={views} selectedKey="lines" {...{ onSelectionChange }} />,
  'second of two': () => <ToggleButtonGroup label="Show costs" options={views} selectedKey="projects" {...{ onSelectionChange }} />,
  'right to left': () => (
    <div dir="rtl">
      <ToggleButtonGroup label="הצגה" options={[{ id: 'lines', label: 'לפי פריט' }]} selectedKey="lines" {...{ onSelectionChange }} />
    </div>
  ),
};
