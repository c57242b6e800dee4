import { describe, expect, it } from 'vitest';
import { typedTarget } from './typed-link.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('typedTarget', () => {
  it.each([
    `https://fair.example/join/${ID}`,
    `  http://fair.example/join/${ID}?from=chat  `,
    `fair.example/join/${ID}`,
    `localhost:3000/join/${ID}`,
    ID,
    ID.toUpperCase(),
    `Chat with Nora: https://fair.example/join/${ID} see you there`,
  ])('finds the session in %s', (text) => {
    expect(typedTarget(text)).toEqual({ kind: 'session', id: ID });
  });

  it('finds a booth', () => {
    const code = 'k3QdXz81Lm0PqRs7TuVw2YbN';
    expect(typedTarget(`Nora: fair.example/b/${code}`)).toEqual({ kind: 'booth', code });
  });

  it.each(['', 'https://fair.example/menu', 'hello', `/join/${ID}`, ID.slice(1)])('refuses "%s"', (text) => {
    expect(typedTarget(text)).toBeNull();
  });
});
