import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildContext } from './build-context.ts';
import { parseDockerfile, type Stage } from './dockerfile.ts';

/** The image as folders of this machine. */
export interface ReplayedImage {
  stage: Stage;
  /** The folder that is `/` in the image. */
  root: string;
  /** The folder in which the command starts. */
  workdir: string;
  /** Commands that were left out, since they change a system and not a folder. */
  leftOut: string[];
}

/** Commands for the system of the image: this machine's own must not be changed. */
const FOR_A_SYSTEM = /^(?:apt-get|install -d)\s/;

/**
 * Replays deploy/Dockerfile without Docker: each stage is a folder, `COPY` copies, and `RUN` runs
 * with this machine's Node in the folder that is the working directory in the image.
 * @param project the project's folder; what Git ignores is not part of it, as in a clone
 * @param folder an empty folder for the stages
 * @param report gets a line for each step
 * @throws when a step fails, or the Dockerfile has an instruction that cannot be replayed
 */
export function replayDockerfile(
  project: string,
  folder: string,
  report: (line: string) => void,
): ReplayedImage {
  const context = path.join(folder, 'context');
  copyContext(project, context);
  const stages = parseDockerfile(readFileSync(path.join(project, 'deploy/Dockerfile'), 'utf8'));
  const roots = new Map<string, string>();
  let image: ReplayedImage | null = null;
  for (const [index, stage] of stages.entries()) {
    const name = stage.name ?? `stage-${index}`;
    const root = path.join(folder, name);
    mkdirSync(root);
    roots.set(name, root);
    report(`FROM ${stage.base.split('@')[0]} (${name})`);
    image = replayStage(stage, { root, context, roots, report });
  }
  if (!image) throw new Error('The Dockerfile has no stage.');
  return image;
}

interface Place {
  root: string;
  context: string;
  roots: ReadonlyMap<string, string>;
  report: (line: string) => void;
}

function replayStage(stage: Stage, { root, context, roots, report }: Place): ReplayedImage {
  let workdir = root;
  const leftOut: string[] = [];
  const inImage = (name: string) =>
    path.isAbsolute(name) ? path.join(root, name) : path.join(workdir, name);
  for (const step of stage.steps) {
    if (step.kind === 'workdir') {
      workdir = inImage(step.folder);
      mkdirSync(workdir, { recursive: true });
    } else if (step.kind === 'copy') {
      const from = step.from === null ? context : roots.get(step.from);
      if (!from) throw new Error(`COPY takes files of the stage ${step.from}, which does not exist.`);
      report(`  COPY ${step.source} ${step.target}`);
      cpSync(path.join(from, step.source), inImage(step.target), { recursive: true, verbatimSymlinks: true });
    } else if (FOR_A_SYSTEM.test(step.command)) {
      report(`  left out: RUN ${step.command}`);
      leftOut.push(step.command);
    } else {
      report(`  RUN ${step.command}`);
      runIn(workdir, step.command);
    }
  }
  return { stage, root, workdir, leftOut };
}

function runIn(cwd: string, command: string): void {
  // A build must not depend on settings of the product that happen to be in this shell.
  const { NODE_ENV: _, ...env } = process.env;
  const result = spawnSync('sh', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return;
  throw new Error(`RUN ${command} failed:\n${result.stdout}\n${result.stderr || String(result.error ?? '')}`);
}

/**
 * Copies the files that `docker build` would send from a fresh clone, with changes that are not
 * committed yet.
 */
function copyContext(project: string, context: string): void {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);
  const files = listed.stdout
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(project, file)));
  const dockerignore = readFileSync(path.join(project, '.dockerignore'), 'utf8');
  for (const file of buildContext(dockerignore, files)) {
    mkdirSync(path.dirname(path.join(context, file)), { recursive: true });
    cpSync(path.join(project, file), path.join(context, file));
  }
  chmodSync(context, 0o755);
}
