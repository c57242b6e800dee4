import type { ReactNode } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { TopBar } from '../../../components/top-bar.tsx';

/** The frame of both setup pages. */
export function SetupLayout({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <TopBar />
      <main className="safe-x safe-bottom mx-auto max-w-2xl pt-8 sm:pt-12">
        <PageHeading title={title} text={text} />
        {children}
      </main>
    </div>
  );
}
