/** The card with one's own place, which stays in sight at the foot of the window. */

let watching = null;

/**
 * Lets the card rest in its own place while the player's row (null if it is on no such page) is
 * in sight, so that it covers neither that row nor its neighbours.
 */
export function restBeside(card, row) {
  watching?.disconnect();
  watching = null;
  card.classList.remove("resting");
  if (!row) return;
  watching = new IntersectionObserver(([seen]) => card.classList.toggle("resting", seen.isIntersecting));
  watching.observe(row);
}
