import assert from "node:assert/strict";
import { test } from "node:test";

import "../testing/resolvers.ts";
import { ModelWatch } from "./model.ts";

test("what the engine holds is known once the form can name each of them", async () => {
  const { promise: mounted, resolve: mount } = Promise.withResolvers<void>();
  const models = ["one", "two"].map((name) => ({ name, state: "ready", sentence: "" }));
  const engine = {
    async *model() {
      yield { state: "ready", sentence: "", abilities: {}, defaults: [], models };
    },
  };
  const order: string[] = [];
  const bar = { modelStatus: () => {} } as unknown as ConstructorParameters<typeof ModelWatch>[1];
  const watch = new ModelWatch(
    engine,
    bar,
    () => {},
    () => mounted.then(() => void order.push("offered")),
  );
  watch.known.promise.then(() => order.push("known"));
  await watch.once.promise;
  assert.deepEqual(order, []);
  mount();
  await watch.known.promise;
  assert.deepEqual(order, ["offered", "known"]);
});
