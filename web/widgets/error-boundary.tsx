import { Component, type ReactNode } from "react";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";

type ErrorBoundaryProps = {
  /** What failed, as the beginning of a sentence: "Analytics". */
  name: string;
  children: ReactNode;
};

/** Replaces a part of a page that failed by a message, so that the rest of the page, and every form in it, stays. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert
        tone="bad"
        role="alert"
        action={<Button onClick={() => this.setState({ hasFailed: false })}>Try again</Button>}
      >
        {this.props.name} stopped working. The rest of the page is not affected.
      </Alert>
    );
  }
}
