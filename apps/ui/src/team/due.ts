// Why: a day is over when the calendar of the person says so, not when a clock in another country does.

/** Whether the day, as in `2026-11-17`, is over. */
export function isLate(day: string, now: Date): boolean {
  const two = (n: number) => String(n).padStart(2, "0");
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return day < today;
}
