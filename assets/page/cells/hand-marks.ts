/** What a person's hand is to a cell: a mark over any colouring and any layer. */

import type { Hand } from "../rules/hand.ts";
import type { Inks } from "./inks.ts";
import type { Box } from "./layout.ts";

/** All of them, so that a cell's look can have a number for its hand; nothing is 0. */
export const HANDS: Hand[] = ["", "held", "edited", "favoured", "gave way", "moved"];

/** The pin's head, in pixels, and how far it stands from the cell's edges. */
const [HEAD, INSET] = [3.5, 4.5];
/** A favoured text has a mark in nearly every cell, so the marks are small. */
const SMALL = 2.5;

/**
 * @param box of the cell
 * @param hand which is not ""
 */
export function drawHand(context: CanvasRenderingContext2D, { x, y, width, height }: Box, hand: Hand, inks: Inks) {
  const framed = hand === "held" || hand === "edited";
  context.strokeStyle = context.fillStyle = hand === "edited" ? inks.bound : inks.ink;
  context.lineWidth = framed ? 1.5 : 1.25;
  if (framed) {
    context.setLineDash(hand === "held" ? [] : [2, 2]);
    context.strokeRect(x + 2, y + 2, width - 4, height - 4);
    context.setLineDash([]);
  }
  const [left, top] = [x + INSET + 1, y + INSET + 1];
  context.beginPath();
  if (hand === "edited") {
    context.moveTo(x + 2, y + 2);
    context.lineTo(x + 11, y + 2);
    context.lineTo(x + 2, y + 11);
  } else if (hand === "gave way") {
    for (const slope of [-1, 1]) {
      context.moveTo(left - SMALL, top - slope * SMALL);
      context.lineTo(left + SMALL, top + slope * SMALL);
    }
  } else if (hand === "moved") context.rect(left - SMALL, top - SMALL, 2 * SMALL, 2 * SMALL);
  else context.arc(left, top, hand === "held" ? HEAD : SMALL, 0, 2 * Math.PI);
  if (framed) context.fill();
  else context.stroke();
}
