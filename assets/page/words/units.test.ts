import { sentences } from "../testing/sentences.ts";
import {
  UNITS,
  apart,
  counted,
  digits,
  entropyIn,
  entropyText,
  numberText,
  percent,
  plainUnit,
  secondsText,
  temperatureText,
  unitFor,
} from "./units.ts";

sentences("an entropy in nats and in bits, and a lower bound of it, which a setting is not", () => [
  [entropyText(1, "nats"), entropyText(1, "bits"), entropyText(0, "bits")],
  [entropyIn(1, "bits"), entropyIn(0.005, "nats")],
  [entropyIn(1, unitFor("nats", true)), entropyIn(1, unitFor("bits (at least)", true))],
  [unitFor("bits (at least)", false), plainUnit("nats (at least)"), UNITS.map(plainUnit)],
]);

sentences(
  "small numbers are powers of ten, compared ones get the digits that tell them apart, thousands are set apart",
  () => [
    [0.000123456, 0.00005, 9.605e-14, -2e-9, NaN].map((value) => digits(value, 3)),
    [digits(9007199254740991, 16), digits(123456, 3)],
    apart(0.1000004, 0.1),
    apart(0.1, 0.1),
    apart(0.0983, 0.1),
    [999, 1000, 128000, -1234.5, 0.25].map(numberText),
    [counted(1, "token"), counted(1284, "token")],
  ],
);

sentences("shares, temperatures and seconds; a percentage is 0 or 100 only where the share is 0 or 1", () => [
  [0, 1e-9, 0.034, 0.5, 0.9951, 0.99999, 1, NaN].map(percent),
  [0.8, 0.7875, 0, 1.25].map(temperatureText),
  [0, 1.44, 99.9, 100.4].map(secondsText),
]);
