import type { ComponentProps } from 'react';

type OwnFrameProps = ComponentProps<'iframe'> & {
  readonly title: string;
  readonly 'data-state'?: string;
  readonly 'data-whole'?: boolean | undefined;
};

export function OwnFrame(props: OwnFrameProps) {
  // oxlint-disable-next-line react/iframe-missing-sandbox, jsx-a11y/iframe-has-title -- own documents need scripts and their origin, and a sandbox with both holds nothing back; the title is required by type
  return <iframe {...props} />;
}
