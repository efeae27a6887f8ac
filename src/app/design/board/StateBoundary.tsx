import { Component, type ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** A state that throws says so in its place; the others stay. */
export class StateBoundary extends Component<Props, { readonly message: string | null }> {
  override state: { readonly message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === null ? this.props.children : <p data-failed="true">{`${this.props.name} can’t be drawn: ${message}`}</p>;
  }
}
