import { type ReactNode, useRef } from 'react';
import { useArrivalFocus } from '../hooks/use-arrival-focus.ts';
import { usePageTitle } from '../hooks/use-page-title.ts';

interface PageHeadingProps {
  title: string;
  text?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
}

/**
 * The heading of a page. It names the tab, and takes the focus after a navigation, so that a screen
 * reader says where one is.
 */
export function PageHeading({ title, text, actions }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useArrivalFocus(heading);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-3">
      <div className="wrap-anywhere min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-xl">
          {title}
        </h1>
        {text && <p className="mt-1 max-w-[44rem] text-pretty text-ink-soft">{text}</p>}
      </div>
      {actions}
    </header>
  );
}
