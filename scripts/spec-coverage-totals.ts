import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Counts the rows of docs/spec-coverage.md by status and writes the counts to its end: npx tsx
// scripts/spec-coverage-totals.ts

const FILE = path.join(import.meta.dirname, '../docs/spec-coverage.md');
const HEADING = '## Totals';
const STATUSES = ['done', 'part', 'open', 'departs'] as const;

const text = readFileSync(FILE, 'utf8').split(`\n${HEADING}\n`)[0]?.trimEnd() ?? '';
// The table of departures has rows of its own, without a status.
const [, departures = '', sections = ''] = /## Departures\n(.*?)\n(## 1\..*)$/s.exec(text) ?? [];
const statuses = rows(sections).map((cells) => cells[1] ?? '');
const counts = STATUSES.map(
  (status) => [status, statuses.filter((cell) => isStatus(cell, status)).length] as const,
);
const unknown = statuses.filter((cell) => !STATUSES.some((status) => isStatus(cell, status)));
if (unknown.length > 0) throw new Error(`No status that is known: ${unknown.join(' | ')}`);

writeFileSync(
  FILE,
  `${text}

${HEADING}
Counted by \`scripts/spec-coverage-totals.ts\`.

| status | rows |
| --- | --- |
${counts.map(([status, count]) => `| ${status} | ${count} |`).join('\n')}
| all | ${statuses.length} |

${rows(departures).length} departures are described above.
`,
);

function rows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells[0] !== 'requirement' && cells[0] !== 'situation');
}

function isStatus(cell: string, status: string): boolean {
  return new RegExp(`^${status}\\b`).test(cell);
}
