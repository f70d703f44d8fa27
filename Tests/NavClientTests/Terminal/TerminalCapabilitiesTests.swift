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
