import { Component, createContext, type ReactNode } from 'react';
import { SectionError } from './SectionError.tsx';

/** What the page knows of payments under way, shown beside a failure of a part that may have made one. */
export const KnownPaymentContext = createContext<ReactNode>(null);

export interface ErrorBoundaryProps {
  /** What is tried again, for the name of the button. */
  readonly subject: string;
  /** What is said of an error. */
  readonly message: string | ((error: unknown) => string);
  /** Mends the cause of an error, if it is known. Resolves to whether to draw the children again. */
  readonly mend?: (error: unknown) => Promise<boolean>;
  /** True for parts that may pay. */
  readonly mayPay?: boolean;
  /** Draws what stands in place of the children, around the failure. */
  readonly renderAround?: (failure: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failures: number;
  /** What a part threw, null while nothing is broken. */
  readonly error: unknown;
  readonly isRetrying: boolean;
}

/** A part that breaks takes no other one down: it says so in its place and offers another attempt. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static override contextType = KnownPaymentContext;
  declare context: ReactNode;
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
    if ((await this.props.mend?.(this.state.error)) ?? true)
      return new Promise((resolve) => this.setState({ error: null, isRetrying: false }, () => resolve(this.state.error === null)));
    this.#fail();
    return false;
  };

  override render() {
    const { subject, message, mayPay = false, renderAround = (failure) => failure, children } = this.props;
    const { error, failures, isRetrying } = this.state;
    if (error === null) return children;
    return renderAround(
      <SectionError
        message={typeof message === 'string' ? message : message(error)}
        attempt={failures}
        sectionTitle={subject}
        onRetry={this.#retry}
        isRetrying={isRetrying}
      >
        {mayPay && this.context}
      </SectionError>,
    );
  }
}
