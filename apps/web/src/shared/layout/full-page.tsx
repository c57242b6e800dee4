import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from './logo.tsx';

interface FullPageProps {
  title: string;
  text?: string | undefined;
  /** The possible actions. */
  children?: ReactNode;
}

/**
 * One message in the middle of the screen: not found, cannot start, something broke. The heading
 * takes the focus.
 */
export function FullPage({ title, text, children }: FullPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className="grid min-h-dvh place-items-center safe-x py-10">
      <div className="flex w-full max-w-sm animate-fade flex-col items-center gap-4 text-center">
        <Logo className="size-12 text-primary" />
        <div className="wrap-anywhere">
          <h1 ref={heading} tabIndex={-1} className="text-xl">
            {title}
          </h1>
          {text && <p className="mt-2 text-balance text-ink-soft">{text}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
