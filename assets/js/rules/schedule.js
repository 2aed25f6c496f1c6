/** The linear temperature schedule, as `playground/engine/schedules.py` states it, and the line that draws it. */

/**
 * @param {number} step from 1
 * @param {number} steps the most a block may take
 * @param {number} tMax
 * @param {number} tMin
 * @returns {number} the temperature of that step; the last step is still above tMin
 */
export function temperature(step, steps, tMax, tMin) {
  return tMin + ((tMax - tMin) * (steps - step + 1)) / steps;
}

/**
 * @param {{ steps: number, tMax: number, tMin: number, width: number, height: number, ceiling: number }} drawing
 *   `ceiling` is the temperature at the upper edge, 0 is at the lower one
 * @returns {string} points of an SVG polyline, from the first step to the last
 */
export function schedulePoints({ steps, tMax, tMin, width, height, ceiling }) {
  const point = (/** @type {number} */ step) => {
    const x = steps === 1 ? width / 2 : ((step - 1) / (steps - 1)) * width;
    const y = height * (1 - temperature(step, steps, tMax, tMin) / ceiling);
    return `${+x.toFixed(2)},${+y.toFixed(2)}`;
  };
  return steps === 1 ? `0,${point(1).split(",")[1]} ${width},${point(1).split(",")[1]}` : `${point(1)} ${point(steps)}`;
}

/**
 * @param {number} steps
 * @param {number} tMax
 * @param {number} tMin
 * @returns {string} what the drawing shows, in words
 */
export function scheduleSentence(steps, tMax, tMin) {
  const last = temperature(steps, steps, tMax, tMin);
  if (tMin > tMax) return `t_min (${tMin}) is above t_max (${tMax}); it must be at most t_max.`;
  if (steps === 1 || tMin === tMax) return `Temperature ${format(tMax)} at every step.`;
  return `Temperature ${format(tMax)} at step 1, falling to ${format(last)} at step ${steps}.`;
}

/** @param {number} value */
const format = (value) => value.toFixed(3).replace(/\.?0+$/, "");
