/** One step of a Dockerfile that changes an image's files. */
export type Step =
  | { kind: 'copy'; from: string | null; source: string; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'workdir'; folder: string };

export interface Stage {
  /** The image that it starts from. */
  base: string;
  name: string | null;
  steps: Step[];
  user: string;
  env: Record<string, string>;
  volumes: string[];
  healthcheck: string[];
  cmd: string[];
}

/**
 * Reads the instructions that deploy/Dockerfile uses.
 * @returns its stages in order; the last one is the image
 * @throws for an instruction, a form or an option that this reader does not know: better than a
 * replay that leaves something out
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [instruction = '', ...words] = line.trim().split(/\s+/);
    const rest = words.join(' ');
    if (instruction === 'FROM') {
      stages.push(newStage(words, line));
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`The Dockerfile must begin with FROM, not with: ${line}`);
    readInstruction(stage, instruction, rest, line);
  }
  if (stages.length === 0) throw new Error('The Dockerfile has no FROM.');
  return stages;
}

function newStage([base, as, name]: string[], line: string): Stage {
  if (!base || base.startsWith('-') || (as !== undefined && as.toUpperCase() !== 'AS')) throw unknown(line);
  return {
    base,
    name: name ?? null,
    steps: [],
    user: 'root',
    env: {},
    volumes: [],
    healthcheck: [],
    cmd: [],
  };
}

function readInstruction(stage: Stage, instruction: string, rest: string, line: string): void {
  switch (instruction) {
    case 'WORKDIR':
      stage.steps.push({ kind: 'workdir', folder: rest });
      return;
    case 'RUN':
      if (rest.startsWith('-')) throw unknown(line);
      stage.steps.push({ kind: 'run', command: rest });
      return;
    case 'COPY':
      stage.steps.push(copyStep(rest, line));
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
      return;
    case 'VOLUME':
      stage.volumes.push(rest);
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = jsonWords(/CMD (\[.*\])$/.exec(rest)?.[1], line);
      return;
    case 'CMD':
      stage.cmd = jsonWords(rest, line);
      return;
    case 'EXPOSE':
      return;
    default:
      throw unknown(line);
  }
}

function copyStep(rest: string, line: string): Step {
  const { from, source, target } =
    /^(?:--from=(?<from>\w+) )?(?<source>[^-\s]\S*) (?<target>\S+)$/.exec(rest)?.groups ?? {};
  if (!source || !target) throw unknown(line);
  return { kind: 'copy', from: from ?? null, source, target };
}

function jsonWords(text: string | undefined, line: string): string[] {
  try {
    const words: unknown = JSON.parse(text ?? '');
    if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  } catch {
    // Reported below.
  }
  throw unknown(line);
}

function unknown(line: string): Error {
  return new Error(`The replay does not know this line of the Dockerfile: ${line}`);
}
