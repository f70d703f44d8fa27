import NavCommands
import Testing

@Suite("Keys sent by name")
struct SharedKeysTests {
  @Test(
    "keys that can be sent",
    arguments: ["Right", "Enter", "G", "g", "3", "Esc", "n", "N", "Tab", "Shift-Tab", "ctrl-r"]
  )
  func sent(name: String) throws {
    #expect(try SharedKeys.read([name, "Right"]).map(\.name).last == "Right")
  }

  @Test(
    "a viewer's own keys, unbound keys, and invalid names are refused",
    arguments: [
      ("q", "'q' is each viewer's own"), ("/", "each viewer's own"), ("?", "each viewer's own"),
      ("ctrl-c", "'Ctrl-c' is each viewer's own"), ("x", "'x' does nothing"),
      ("F12", "'F12' does nothing"), ("Rigt", "'Rigt' names no key"),
    ]
  )
  func refused(name: String, words: String) throws {
    let error = try #require(throws: CommandError.self) { try SharedKeys.read(["Right", name]) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("every reason for a command without effect has a short text of its own")
  func reasons() {
    let words = NoEffect.allCases.map(\.description)
    #expect(Set(words).count == NoEffect.allCases.count)
    for text in words { #expect((1...32).contains(text.count) && !text.hasSuffix(".")) }
  }
}
