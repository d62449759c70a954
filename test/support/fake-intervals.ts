/** Puts `setInterval` into the hands of a test. All other timers go on: databases and servers need real time. */
export function useFakeIntervals(): {
  advance: (milliseconds: number) => void;
  /** How many intervals run. */
  count: () => number;
  restore: () => void;
} {
  const { jest } = import.meta;
  jest.useFakeTimers({ doNotFake: [...OTHER_TIMERS] });
  return {
    advance: (milliseconds) => jest.advanceTimersByTime(milliseconds),
    count: () => jest.getTimerCount(),
    restore: () => {
      jest.useRealTimers();
    },
  };
}

const OTHER_TIMERS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;
