import { FileField } from './FileField.tsx';

const ignore = () => undefined;

export const states = {
  empty: () => <FileField label="Statement file" onChoose={ignore} />,
  described: () => <FileField label="Statement file" description="The file stays in your browser." accept=".csv" onChoose={ignore} />,
  'right to left': () => (
    <div dir="rtl">
      <FileField label="קובץ" onChoose={ignore} />
    </div>
  ),
};
