import { Component, type ReactNode } from "react";
import { rich } from "../lib/rich.ts";
import { LoadFailure } from "../ui/load-failure.tsx";

type ErrorBoundaryProps = {
  /** The name of the failed part as the start of a sentence: "Analytics". */
  name: string;
  children: ReactNode;
};

/** Replaces a failed part of a page with a message, so that the rest of the page and its forms stay. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <LoadFailure onRetry={() => this.setState({ hasFailed: false })}>
        {rich("{name} stopped working. The rest of the page is not affected.", { name: this.props.name })}
      </LoadFailure>
    );
  }
}
