import { Link } from 'react-router';
import { cn } from '../ui/cn.ts';

interface PageTabsProps {
  /** Names the group of tabs. */
  label: string;
  tabs: readonly { name: string; to: string; label: string }[];
  /** Name of the tab that shows. */
  current: string;
}

/** The parts of a page, each with an address of its own. */
export function PageTabs({ label, tabs, current }: PageTabsProps) {
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-x-6 border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          to={tab.to}
          aria-current={tab.name === current ? 'page' : undefined}
          className={cn(
            '-mb-px flex min-h-11 items-center border-b-2 font-semibold text-sm transition-colors duration-150',
            tab.name === current
              ? 'border-primary text-primary'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
