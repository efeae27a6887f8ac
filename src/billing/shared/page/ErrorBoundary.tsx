import { Component, type ReactNode } from 'react';
import { SectionError } from '#ui/SectionError/SectionError.tsx';
import { fetchAgain } from './lazy-part.tsx';

interface Props {
  /** What is tried again, for the name of the button. */
  readonly subject: string;
  readonly message: string;
  /** Draws what stands in place of the children, around the failure. */
  readonly renderAround: (failure: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failures: number;
  /** What a part threw, null while nothing is broken. */
  readonly error: unknown;
  readonly isRetrying: boolean;
}

/** A part that breaks takes no other one down: it says so in its place and offers another attempt. */
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
    const { subject, message, renderAround, children } = this.props;
    const { error, failures, isRetrying } = this.state;
    if (error === null) return children;
    return renderAround(
      <SectionError message={message} attempt={failures} sectionTitle={subject} onRetry={this.#retry} isRetrying={isRetrying} />,
    );
  }
}
