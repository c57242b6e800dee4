/**
 * Makes a `fetch` for the auth client, which asks the device's clock whether a token has expired.
 * With the server's time of expiry, a clock that is ahead would renew the token for each request. The
 * token's life is left: the client then counts it from now, by the same clock that it asks later.
 * @param fetchAnswer gets the answers
 */
export function byOwnClock(fetchAnswer: typeof fetch): typeof fetch {
  return async (...request) => {
    const answer = await fetchAnswer(...request);
    const read = answer.json.bind(answer);
    answer.json = async () => {
      const body = await read();
      if (body?.expires_in) delete body.expires_at;
      return body;
    };
    return answer;
  };
}
