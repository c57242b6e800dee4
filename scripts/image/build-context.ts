import ignore from 'ignore';

/**
 * The files that a build of the image sees.
 * @param dockerignore the text of .dockerignore; exceptions (`!`) are refused
 * @param files paths relative to the project, parted by `/`
 */
export function buildContext(dockerignore: string, files: readonly string[]): string[] {
  const patterns = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (patterns.some((pattern) => pattern.startsWith('!'))) {
    throw new Error('The replay does not know exceptions (!) in .dockerignore.');
  }
  // Docker's patterns start at the project, Git's without a slash at any depth: a slash in front
  // makes them the same.
  const rules = ignore().add(patterns.map((pattern) => `/${pattern}`));
  return files.filter((file) => !rules.ignores(file));
}
