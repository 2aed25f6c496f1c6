import assert from "node:assert/strict";
import test from "node:test";
import { withModels } from "./models.ts";

const spec = (model: string | undefined) => ({ prompt: { text: "p" }, seed: 1, model });

test("a spec keeps the name of a model that is there, of several, and loses that of any other", () => {
  const specs = [spec("a/b"), spec("c"), spec(undefined)];
  const { specs: sent } = withModels({ specs }, ["embedded", "a/b"]);
  assert.deepEqual(
    sent?.map((one) => one.model),
    ["a/b", undefined, undefined],
  );
  assert.equal("model" in (sent?.[1] ?? {}), false, "a server refuses models that it has not");
  const study = { spec: spec("embedded"), seeds: 2, changes: [{}] };
  assert.equal("model" in (withModels({ study, freely: true }, []).study?.spec ?? {}), false);
  assert.deepEqual(withModels({ freely: true }, []), { freely: true });
});
