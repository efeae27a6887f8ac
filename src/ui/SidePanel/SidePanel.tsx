import { ModalFrame } from '#ui/Dialog/ModalFrame.tsx';
import type { ModalFrameOptions, ModalFrameProps } from '#ui/Dialog/ModalContent.tsx';

export type SidePanelProps = ModalFrameProps & Pick<ModalFrameOptions, 'isWide' | 'isNarrow'>;

export function SidePanel(props: SidePanelProps) {
  return <ModalFrame {...props} placement="side" role="dialog" />;
}
