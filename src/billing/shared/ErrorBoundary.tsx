import { Component, type ReactNode } from 'react';
import { SectionError } from '#ui/SectionError/SectionError.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from './Alive.tsx';
import { fetchAgain } from './lazy-part.tsx';

interface Props {
  readonly anchor: string;
  readonly title: string;
  readonly children: ReactNode;
}

interface State {
  readonly failures: number;
  /** What a part threw, null while nothing is broken. */
  readonly error: unknown;
  readonly isRetrying: boolean;
}

/** A section that breaks takes no other one down: its sheet says so and offers another attempt. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failures: 0, error: null, isRetrying: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.#fail();
  }

  #fail() {
    this.setState(({ failures }) => ({ failures: failures + 1, isRetrying: false }));
  }

  /** The failure stays until there is something to draw in its place. */
  #retry = async (): Promise<boolean> => {
    this.setState({ isRetrying: true });
    if (await fetchAgain(this.state.error))
      return new Promise((resolve) => this.setState({ error: null, isRetrying: false }, () => resolve(this.state.error === null)));
    this.#fail();
    return false;
  };

  override render() {
    const { anchor, title, children } = this.props;
    const { error, failures, isRetrying } = this.state;
    if (error === null) return children;
    return (
      <SectionSheet id={anchor} title={title}>
        <SectionError
          message="This section could not be shown"
          attempt={failures}
          sectionTitle={title}
          onRetry={this.#retry}
          isRetrying={isRetrying}
        />
        {/* What stands here now can be pressed, though the section itself never came. */}
        <Alive boundary={anchor} />
      </SectionSheet>
    );
  }
}
