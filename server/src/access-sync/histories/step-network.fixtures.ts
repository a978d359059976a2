import { setImmediate as turn } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';

/** As often as a reply needs to be read and the next request to be sent. */
const QUIET_TURNS = 8;

/**
 * A network on which every reply takes one step of a clock that is moved by hand: requests that wait together travel
 * together, those that follow from a reply take the next step. So what a reading takes is counted and not measured.
 */
export function stepNetwork(step: () => void): Dispatcher {
  let held: (() => void)[] = [];
  let underWay = 0;
  let travelling = false;

  const quiet = async () => {
    for (let turns = 0, before = held.length; turns < QUIET_TURNS; turns += 1) {
      await turn();
      if (underWay > 0 || held.length !== before) turns = 0;
      before = held.length;
    }
  };
  const travel = async () => {
    while (held.length > 0) {
      await quiet();
      step();
      const now = held;
      held = [];
      for (const send of now) send();
      await quiet();
    }
    travelling = false;
  };

  return new Agent({ connections: 256 }).compose((dispatch) => (options, handler) => {
    const arrived = () => {
      underWay -= 1;
    };
    held.push(() => {
      underWay += 1;
      dispatch(options, noting(handler, arrived));
    });
    if (!travelling) {
      travelling = true;
      setImmediate(() => void travel());
    }
    return true;
  });
}

const noting = (handler: Dispatcher.DispatchHandler, arrived: () => void): Dispatcher.DispatchHandler => ({
  onRequestStart: (...all) => handler.onRequestStart?.(...all),
  onResponseStart: (...all) => handler.onResponseStart?.(...all),
  onResponseData: (...all) => handler.onResponseData?.(...all),
  onResponseEnd(...all) {
    arrived();
    handler.onResponseEnd?.(...all);
  },
  onResponseError(...all) {
    arrived();
    handler.onResponseError?.(...all);
  },
});
