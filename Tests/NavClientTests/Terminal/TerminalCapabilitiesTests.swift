import NavClient
import NavViewer
import Testing

@Suite struct TerminalCapabilitiesTests {
  @Test(
    arguments: [
      ([:], .auto, .mono), (["TERM": "dumb"], .auto, .mono),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .auto, .mono),
      (["TERM": "vt100"], .auto, .mono), (["TERM": "vt220-8bit"], .auto, .mono),
      (["TERM": "xterm-mono"], .auto, .mono),
      (["TERM": "linux"], .auto, .palette16), (["TERM": "xterm"], .auto, .palette16),
      (["TERM": "screen"], .auto, .palette16),
      (["TERM": "xterm-256color"], .auto, .palette256),
      (["TERM": "screen-256color"], .auto, .palette256),
      (["TERM": "tmux"], .auto, .palette256), (["TERM": "tmux-256color"], .auto, .palette256),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .auto, .truecolor),
      (["TERM": "xterm", "COLORTERM": "24bit"], .auto, .truecolor),
      (["TERM": "xterm-256color", "COLORTERM": "yes"], .auto, .palette256),
      (["TERM": "xterm-kitty"], .auto, .truecolor), (["TERM": "foot"], .auto, .truecolor),
      (["TERM": "xterm-direct"], .auto, .truecolor),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .auto, .mono),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .auto, .palette256),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .always, .palette256),
      (["TERM": "dumb"], .always, .palette16), ([:], .always, .palette16),
      (["TERM": "xterm-kitty"], .never, .mono), (["TERM": "xterm-kitty"], .palette256, .palette256),
      (["TERM": "dumb", "NO_COLOR": "1"], .palette16, .palette16),
    ] as [([String: String], ColorChoice, ColorDepth)]
  )
  func colors(_ environment: [String: String], choice: ColorChoice, depth: ColorDepth) {
    #expect(TerminalCapabilities(environment: environment, color: choice).colorDepth == depth)
  }

  @Test(
    arguments: [
      ("xterm-kitty", true), ("xterm-ghostty", true), ("foot", true), ("foot-extra", true),
      ("wezterm", true),
      ("alacritty", true), ("contour", true), ("tmux-256color", false), ("screen", false),
      ("xterm-256color", false),
      ("linux", false), ("", false),
    ]
  )
  func synchronizedOutput(_ terminal: String, isKnown: Bool) {
    let capabilities = TerminalCapabilities(environment: ["TERM": terminal])
    #expect(capabilities.synchronizedOutput == isKnown)
    #expect(capabilities.hyperlinks == isKnown)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color", "VTE_VERSION": "7200"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4999"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "5000"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
      (["TERM": "tmux-256color", "VTE_VERSION": "7200"], false),
      (["TERM": "screen", "TERM_PROGRAM": "WezTerm"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    ]
  )
  func hyperlinks(_ environment: [String: String], areKnown: Bool) {
    let capabilities = TerminalCapabilities(environment: environment)
    #expect(capabilities.hyperlinks == areKnown)
    #expect(!capabilities.synchronizedOutput)
  }

  @Test(arguments: [
    ("auto", ColorChoice.auto), ("always", .always), ("never", .never), ("256", .palette256),
    ("16", .palette16),
  ])
  func choicesAreNamedAsTheyAreTyped(_ name: String, choice: ColorChoice) {
    #expect(ColorChoice(rawValue: name) == choice)
  }
}

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

  /// What the environment, the user or the theme have answered is not asked.
  @Test(
    arguments: [
      (["TERM": "xterm-256color"], .auto, "", "auto", .all),
      (
        ["TERM": "xterm-256color", "COLORTERM": "truecolor"], .auto, "", "mine",
        .all.subtracting(.truecolor)
      ),
      (
        ["TERM": "xterm-256color"], .never, "", "dark", .all.subtracting([.truecolor, .background])
      ),
      (
        ["TERM": "xterm-256color"], .auto, "light,16", "auto",
        .all.subtracting([.truecolor, .background])
      ),
      (
        ["TERM": "xterm-256color", "VTE_VERSION": "7200"], .auto, "", "auto",
        .all.subtracting(.version)
      ),
      (["TERM": "xterm-kitty"], .auto, "", "light", [.keyboard, .statusReports]),
      (["TERM": "xterm-256color"], .auto, "no-sync,no-links,kitty,receipts,dark,256", "auto", []),
    ] as [([String: String], ColorChoice, String, String, CapabilityProbe.Questions)]
  )
  func questions(
    _ environment: [String: String],
    color: ColorChoice,
    words: String,
    theme: String,
    asked: CapabilityProbe.Questions
  ) throws {
    let capabilities = TerminalCapabilities(environment: environment, color: color)
    let overrides = try TerminalOverrides(parsing: words)
    // Only who shows pictures asks for the size of a cell.
    #expect(capabilities.questions(overrides, theme: theme) == asked.subtracting(.cells))
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
