import NavClient
import NavViewer
import Testing

/// `NAVCLIENT_TERMINAL` and the settings that it overrides.
@Suite struct TerminalOverridesTests {
  @Test func wordsAreParsed() throws {
    let overrides = try TerminalOverrides(
      parsing: "truecolor, no-sync,KITTY,no-links,,light,receipts"
    )
    #expect(overrides.colorDepth == .truecolor)
    #expect(overrides.synchronizedOutput == false)
    #expect(overrides.keyboardProtocol == true)
    #expect(overrides.hyperlinks == false)
    #expect(overrides.appearance == .light)
    #expect(overrides.statusReports == true)
    #expect(overrides.asks)
    #expect(try TerminalOverrides(parsing: "") == TerminalOverrides())
    #expect(try !TerminalOverrides(parsing: "no-questions").asks)
    #expect(try TerminalOverrides(parsing: "dark,light").appearance == .light)
  }

  @Test func everyDocumentedWordHasAMeaning() throws {
    var seen: Set<TerminalOverrides> = [TerminalOverrides()]
    for word in TerminalOverrides.words {
      let overrides = try TerminalOverrides(parsing: word)
      #expect(seen.insert(overrides).inserted, "\(word)")
    }
  }

  @Test(arguments: ["colour", "no-truecolor", "no-", "sync links", "no-dark", "questions"])
  func aWordThatMeansNothingIsAnError(_ word: String) {
    let error = #expect(throws: TerminalError.self) {
      try TerminalOverrides(parsing: "sync,\(word)")
    }
    #expect(error?.code == .unknownOverride(word))
    #expect(error?.description.contains("'\(word)'") == true)
    #expect(error?.description.contains("no-sync") == true)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], ColorChoice.auto, "truecolor", ColorDepth.truecolor),
      (["TERM": "xterm-256color"], .auto, "mono", .mono),
      (["TERM": "xterm-256color"], .auto, "", .palette256),
      // The terminal supports colours; the user wants none.
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .auto, "truecolor", .mono),
      (["TERM": "xterm-256color"], .never, "truecolor", .mono),
      (["TERM": "xterm-256color"], .palette16, "256", .palette16),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .always, "truecolor", .truecolor),
    ]
  )
  func colors(
    _ environment: [String: String],
    choice: ColorChoice,
    words: String,
    depth: ColorDepth
  ) throws {
    let capabilities = TerminalCapabilities(environment: environment, color: choice)
    let overridden = capabilities.overridden(by: try TerminalOverrides(parsing: words))
    #expect(overridden.colorDepth == depth)
  }

  @Test func theRestIsOverridden() throws {
    let kitty = TerminalCapabilities(environment: ["TERM": "xterm-kitty"])
    let plain = kitty.overridden(
      by: try TerminalOverrides(parsing: "no-sync,no-links,kitty,receipts,light")
    )
    #expect(!plain.synchronizedOutput && !plain.hyperlinks)
    #expect(plain.keyboardProtocol && plain.statusReports && plain.appearance == .light)
    #expect(kitty.overridden(by: TerminalOverrides()) == kitty)
    #expect(plain.modes(mouse: false) == TerminalModes(mouse: false, keyboardProtocol: true))
  }
}
