import Testing

@testable import NavConfiguration

@Suite("The tables and keys of the configuration file")
struct SchemaTests {
  @Test("the tables of the file, for all readers")
  func tables() {
    let schema = ConfigurationSchema([.init("viewer", keys: ["theme", "fps"])])
    let tables: [(name: String, problem: String)] = [
      ("theme", "theme stands in no table: write it below [viewer]"),
      ("viewers", "navd has nothing of that name to configure: did you mean [viewer]?"),
      (
        "network",
        "navd has nothing of that name to configure: the tables are [state], [limits], [viewer]"
      ),
    ]
    for (name, problem) in tables { #expect(schema.problem(ofTable: name) == problem) }
    #expect(schema.isForeign("limits") && schema.isForeign("state"))
    #expect(!schema.isForeign("viewer") && !schema.isForeign("network"))
    #expect(
      schema.problem(ofKey: "thme", in: "viewer") == "[viewer] has no such key: did you mean theme?"
    )
    #expect(
      schema.problem(ofKey: "x", in: "viewer")
        == "[viewer] has no such key: its keys are theme, fps"
    )
  }
}
