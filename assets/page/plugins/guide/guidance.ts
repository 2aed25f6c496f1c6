/** The settings of guidance that the fields in Tune ask for, as `playground/plugins/guide/schedule.py` reads them. */

/**
 * @param scale NaN where the field is empty
 * @param from percent; NaN where the field is empty
 * @param before the settings until now, which may have more than the fields
 * @returns null at scale 1, the plain run, and where no scale stands
 */
export function guidanceOf(scale: number, from: number, before: Record<string, unknown> = {}) {
  return Number.isNaN(scale) || scale === 1 ? null : { ...before, scale, from: (from || 0) / 100 };
}
