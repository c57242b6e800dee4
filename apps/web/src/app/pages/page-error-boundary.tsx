import { Component, type ReactNode } from 'react';
import { forgetFailedLoads } from './lazy-page.tsx';
import { PageError } from './page-error.tsx';

interface State {
  failure: { error: unknown } | null;
}

interface Props {
  /** Changes when another page is opened, which is then tried. */
  place: string;
  children: ReactNode;
}

/** Catches what a page throws, or the chunk of a page that cannot be loaded. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch() {
    forgetFailedLoads();
  }

  override componentDidUpdate(before: Props, was: State) {
    // A page that fails as it is opened has been tried already.
    if (was.failure && before.place !== this.props.place) this.setState({ failure: null });
  }

  override render() {
    const { failure } = this.state;
    return failure ? <PageError error={failure.error} /> : this.props.children;
  }
}
