import { Component, createContext, type ReactNode } from 'react';
import { SectionError } from './SectionError.tsx';

/** Status of open payments, shown if a part that may have started one crashes. */
export const KnownPaymentContext = createContext<ReactNode>(null);

export interface ErrorBoundaryProps {
  /** Name of the part, used in the label of the retry button. */
  readonly subject: string;
  readonly message: string | ((error: unknown) => string);
  /** Repairs the cause of a known error. Resolves to true if the children should render again. */
  readonly mend?: (error: unknown) => Promise<boolean>;
  readonly mayPay?: boolean;
  readonly renderAround?: (failure: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failures: number;
  readonly error: unknown;
  readonly isRetrying: boolean;
}

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

  /** Retries the part. The message stays until the retry has content to show. */
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
