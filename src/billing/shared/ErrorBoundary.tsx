import { Component, type ReactNode } from 'react';
import { SectionError } from '#ui/SectionError/SectionError.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from './Alive.tsx';
import { fetchFailedParts } from './lazy-part.tsx';

interface Props {
  readonly anchor: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A section that breaks takes no other one down: its sheet says so and offers another attempt. */
export class ErrorBoundary extends Component<Props, { failures: number; isBroken: boolean }> {
  override state = { failures: 0, isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override render() {
    const { anchor, title, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <SectionSheet id={anchor} title={title}>
        <SectionError
          message="This section could not be shown"
          attempt={this.state.failures}
          sectionTitle={title}
          onRetry={() => {
            fetchFailedParts();
            this.setState({ isBroken: false });
          }}
        />
        {/* What stands here now can be pressed, though the section itself never came. */}
        <Alive boundary={anchor} />
      </SectionSheet>
    );
  }
}
