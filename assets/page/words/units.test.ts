import assert from "node:assert/strict";
import { test } from "node:test";
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

test("one nat is 1.44 bits", () => {
  assert.deepEqual([entropyText(1, "nats"), entropyText(1, "bits"), entropyText(0, "bits")], ["1", "1.44", "0"]);
});

test("small numbers are powers of ten", () => {
  assert.deepEqual(
    [0.000123456, 0.00005, 9.605e-14, -2e-9, NaN].map((value) => digits(value, 3)),
    ["0.000123", "5·10⁻⁵", "1·10⁻¹³", "-2·10⁻⁹", "–"],
  );
});

test("compared numbers get the digits that tell them apart", () => {
  assert.deepEqual(apart(0.1000004, 0.1), ["0.1000004", "0.1"]);
  assert.deepEqual(apart(0.1, 0.1), ["0.1", "0.1"]);
  assert.deepEqual(apart(0.0983, 0.1), ["0.0983", "0.1"]);
});

test("a percentage is 0 or 100 only where the share is 0 or 1", () => {
  assert.deepEqual([0, 1e-9, 0.034, 0.5, 0.9951, 0.99999, 1, NaN].map(percent), [
    "0%",
    "< 0.1%",
    "3.4%",
    "50%",
    "99.5%",
    "> 99.9%",
    "100%",
    "–",
  ]);
});

test("an entropy says its unit; temperatures and seconds have one format each", () => {
  assert.deepEqual([entropyIn(1, "bits"), entropyIn(0.005, "nats")], ["1.44 bits", "0.005 nats"]);
  assert.deepEqual([0.8, 0.7875, 0, 1.25].map(temperatureText), ["0.8", "0.787", "0", "1.25"]);
  assert.deepEqual([0, 1.44, 99.9, 100.4].map(secondsText), ["0.0 s", "1.4 s", "99.9 s", "100 s"]);
});

test("thousands are set apart", () => {
  assert.deepEqual([999, 1000, 128000, -1234.5, 0.25].map(numberText), ["999", "1,000", "128,000", "-1,234.5", "0.25"]);
  assert.deepEqual([counted(1, "token"), counted(1284, "token")], ["1 token", "1,284 tokens"]);
  assert.deepEqual([digits(9007199254740991, 16), digits(123456, 3)], ["9,007,199,254,740,991", "123,000"]);
});

test("a unit says that a figure is a lower bound, and a setting's does not", () => {
  assert.equal(entropyIn(1, unitFor("nats", true)), "1 nats (at least)");
  assert.equal(entropyIn(1, unitFor("bits (at least)", true)), "1.44 bits (at least)");
  assert.equal(unitFor("bits (at least)", false), "bits");
  assert.equal(plainUnit("nats (at least)"), "nats");
  assert.deepEqual(UNITS.map(plainUnit), UNITS);
});
