import NavSystem
import Testing

@Suite("JSON of the commands")
struct JSONTextTests {
  @Test(
    "controls are escaped",
    arguments: [
      ("plain", #""plain""#), ("é", #""é""#), ("\u{1B}[m", #""\u001b[m""#),
      ("\u{9B}1m\u{7F}", #""\u009b1m\u007f""#), ("a\u{202E}b", #""a\u202eb""#),
      ("caf\u{10FFE9}", "\"caf\u{FFFD}\""),
    ]
  )
  func controls(_ value: String, json: String) throws {
    #expect(try JSONText.encode(value).lowercased() == json)
  }
}
