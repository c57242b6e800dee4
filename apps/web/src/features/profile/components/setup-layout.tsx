import type { ReactNode } from 'react';
import { TopBar } from '@/entities/site/top-bar.tsx';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { cn } from '@/shared/ui/cn.ts';

interface SetupLayoutProps {
  title: string;
  text: string;
  /** Has a column beside the form. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of both setup pages. */
export function SetupLayout({ title, text, wide = false, children }: SetupLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main
        id="content"
        className={cn(
          'safe-x safe-bottom mx-auto flex w-full flex-1 flex-col pt-6 sm:pt-12',
          wide ? 'max-w-5xl' : 'max-w-2xl',
        )}
      >
        <PageHeading title={title} text={text} />
        {children}
      </main>
    </div>
  );
}
