import NavBase
import NavSystem
import NavViewer
import Testing

@testable import NavClient

@Suite("Theme files")
struct ThemeFileTests {
  private let shelf: ConfigurationShelf

  init() throws {
    shelf = try ConfigurationShelf()
  }

  private func read(_ name: String, for appearance: Appearance = .dark) -> ThemeLibrary.Reading {
    shelf.source().themes.read(name, for: appearance)
  }

  private func save(_ text: String, as name: String = "mine") throws {
    try shelf.write(text, to: "navd/themes/\(name).toml")
  }

  @Test("the built-in themes")
  func builtIn() {
    #expect(read("auto").theme == .dark && read("auto", for: .light).theme == .light)
    #expect(read("dark", for: .light).theme == .dark && read("light").theme == .light)
    #expect(shelf.source().themes.names == ThemeLibrary.builtIn)
  }

  @Test("a theme changes the named styles, and inherits the rest")
  func changes() throws {
    try save(
      """
      inherits = "light"
      [text]
      heading1 = "#010203"
      link = { color = "#0A0B0C", ansi = 5, underline = false, italic = true }
      code = { ground = "#ffffff", ground_ansi = 15 }
      [screen]
      selection = "#112233"
      status_bar = { dim = true }
      [terminal]
      paper = "#fefefe"
      """
    )
    let reading = read("mine")
    #expect(reading.problems == [])
    var expected = Theme.light
    expected[.text(.heading1)] = Paint(Paint.Ink(RGB(1, 2, 3)), attributes: .bold)
    expected[.text(.link)] = Paint(Paint.Ink(RGB(10, 11, 12), 5), attributes: .italic)
    expected[.text(.codeSpan)].ground = Paint.Ink(RGB(255, 255, 255), 15)
    expected[.selection] = Paint(on: Paint.Ink(RGB(0x11, 0x22, 0x33)))
    expected[.statusBar].attributes = .dim
    expected.paper = RGB(0xFE, 0xFE, 0xFE)
    #expect(reading.theme == expected)
    // Without a setting the terminal's background decides.
    try save("", as: "empty")
    #expect(read("empty").theme == .dark && read("empty", for: .light).theme == .light)
    #expect(shelf.source().themes.names == ThemeLibrary.builtIn + ["empty", "mine"])
  }

  @Test("a printed theme reads back as the same theme", arguments: Appearance.allCases)
  func roundTrip(appearance: Appearance) throws {
    let theme = Theme.default(for: appearance)
    let base = appearance == .light ? "light" : "dark"
    // It inherits from the opposite theme, so that every style is printed.
    let text = theme.file(inheriting: base)
    try save(text)
    #expect(read("mine").theme == theme)
    #expect(read("mine").problems == [])
    for part in ThemePart.allCases { #expect(text.contains("\n\(part.name) = "), "\(part)") }
    for line in text.split(separator: "\n") { #expect(line.utf8.count <= 100, "\(line)") }
  }

  private static let mistakes: [(text: String, problem: String, hasErrors: Bool)] = [
    ("[text]\nlink = \"blue\"", "2:1: this is no colour: write \"#\"", true),
    ("[text]\nlink = \"#12345g\"", "2:1: this is no colour", true),
    ("[text]\nlink = \"#+12345\"", "2:1: this is no colour", true),
    ("[text]\nlink = { color = 3 }", "2:10: this is no colour", true),
    ("[text]\nlink = { ansi = 16 }", "2:10: ansi takes one of the terminal's 16 colours", true),
    ("[text]\nplain = { ansi = 1 }", "2:11: ansi stands in for a colour: write color, too", true),
    ("[text]\nlink = { bold = 1 }", "2:10: bold takes true or false", true),
    ("[screen]\nbar = { color = \"#000000\" }", "2:9: nothing is written in bar itself", true),
    ("text = 1", "1:1: text is a table", true),
    ("[text]\nlnk = \"#000000\"", "2:1: a theme has no lnk here: did you mean link?", false),
    (
      "[text]\nlink = { colour = \"#000000\" }",
      "2:10: a theme has no colour here: did you mean color?", false
    ),
    ("[txt]", "1:2: a theme has nothing of that name: did you mean text?", false),
    (
      "selection = \"#000000\"", "1:1: selection stands in no table: write it below [screen]", false
    ),
    ("[terminal]\npapr = \"#000000\"", "2:1: a theme has no papr here: did you mean paper?", false),
    ("inherits = 3", "1:1: inherits takes the name of a theme", true),
    (
      "inherits = \"mine\"", "1:1: themes inherit from one another in a circle (mine -> mine)", true
    ),
    ("[text", "1:6: this is no TOML", true),
  ]

  @Test("invalid files: the fault, its location and the remedy", arguments: mistakes)
  func mistake(text: String, problem: String, hasErrors: Bool) throws {
    try save(text)
    let reading = read("mine")
    let place = "\(shelf.path)/navd/themes/mine.toml:"
    #expect(reading.problems.count == 1)
    #expect(reading.problems.first?.hasPrefix(place + problem) == true, "\(reading.problems)")
    #expect(reading.shortProblem?.hasPrefix("mine.toml:" + problem) == true)
    #expect(reading.hasErrors == hasErrors)
    #expect((reading.theme == nil) == hasErrors)
  }

  @Test("auto follows the theme that the content asks for, where that is readable")
  func wished() throws {
    var live = try LiveConfiguration(shelf.source())
    var followed = live.follow(.night, depth: .truecolor)
    #expect(followed != nil && followed == Theme.named("night"))
    followed = live.follow(.night, depth: .truecolor)
    #expect(followed == nil)
    // Its dark text on a dark ground of 16 colours.
    followed = live.follow(.paper, depth: .palette16)
    #expect(followed == .dark)
    for theme in [BuiltInTheme.light, .own] {
      followed = live.follow(theme, depth: .truecolor)
      #expect(followed == nil && live.theme == .dark, "\(theme)")
    }
    var layer = ViewerLayer()
    layer.theme = "stage"
    var chosen = try LiveConfiguration(shelf.source(file: nil, layer))
    followed = chosen.follow(.night, depth: .truecolor)
    #expect(followed == nil)
  }

  @Test("a missing theme, and a misspelled one")
  func missing() throws {
    try save("", as: "ocean")
    #expect(read("ocaen").problems.first?.contains("did you mean 'ocean'?") == true)
    #expect(read("zzzzzz").problems.first?.contains("`navclient themes`") == true)
    // Its path is watched, so that the theme is used as soon as it exists.
    #expect(read("ocaen").files == ["\(shelf.path)/navd/themes/ocaen.toml"])
  }

  @Test("the longest chain of inheritance, and one more")
  func ancestors() throws {
    for count in [ThemeLibrary.maximumAncestors, ThemeLibrary.maximumAncestors + 1] {
      for number in 0..<count { try save("inherits = \"t\(number + 1)\"", as: "t\(number)") }
      try save("inherits = \"light\"", as: "t\(count)")
      let reading = read("t0")
      let isRight = count == ThemeLibrary.maximumAncestors
      #expect((reading.theme == .light) == isRight, "\(reading.problems)")
    }
    try save("inherits = \"b\"", as: "a")
    try save("inherits = \"a\"", as: "b")
    #expect(read("a").problems.first?.contains("in a circle (a -> b -> a)") == true)
  }

  @Test(
    "valid and invalid names",
    arguments: [
      ("a", true), ("A-b_c.d9", true), ("", false), (".a", false), ("a/b", false), ("é", false),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ] as [(String, Bool)]
  )
  func names(name: String, isOne: Bool) {
    #expect(ThemeLibrary.isName(name) == isOne)
  }
}

@Suite("A viewer's configuration while it runs")
struct LiveConfigurationTests {
  private final class Running {
    var live: LiveConfiguration

    init(_ live: consuming LiveConfiguration) {
      self.live = live
    }

    /// Returns the change after all file events have settled.
    func change() -> LiveConfiguration.Change? {
      live.heard(at: .seconds(1))
      return live.change(at: .seconds(9))
    }

    func learn(_ appearance: Appearance) -> Theme? { live.learn(appearance) }
  }

  @Test("saved changes apply; a mistake shows a message and changes nothing")
  func reload() throws {
    let shelf = try ConfigurationShelf()
    let viewer = Running(try LiveConfiguration(shelf.source()))
    let (theme, problem) = (viewer.live.theme, viewer.live.problem)
    #expect(theme == .dark && problem == nil)
    #expect(viewer.change() == nil)
    try shelf.write("[viewer]\ntheme = \"mine\"\nmouse = false\n", to: "navd/config.toml")
    let missing = try #require(viewer.change())
    #expect(missing.theme == .dark && !missing.options.mouse)
    #expect(missing.problem?.contains("there is no theme 'mine'") == true)
    try shelf.write("[text]\nlink = \"#010203\"\n", to: "navd/themes/mine.toml")
    let themed = try #require(viewer.change())
    #expect(themed.theme[.text(.link)].ink?.rgb == RGB(1, 2, 3) && themed.problem == nil)
    for (name, text, problem) in [
      ("themes/mine", "[text]\nlink = \"red\"\n", "mine.toml:2:1: this is no colour"),
      ("config", "[viewer]\nmouse = 3\n", "config.toml:2:1: viewer.mouse takes true or false"),
    ] {
      try shelf.write(text, to: "navd/\(name).toml")
      let wrong = try #require(viewer.change())
      #expect(wrong.theme == themed.theme && wrong.options == themed.options)
      #expect(wrong.problem?.hasPrefix(problem) == true, "\(wrong)")
    }
    try shelf.write("[viewer]\ntheme = \"light\"\n", to: "navd/config.toml")
    let light = try #require(viewer.change())
    #expect(light.theme == .light && light.options.mouse && light.problem == nil)
    // That file is not inherited any longer.
    try shelf.write("", to: "navd/themes/mine.toml")
    #expect(viewer.change() == nil)
  }

  @Test("the terminal's background decides if no setting does")
  func appearance() throws {
    let shelf = try ConfigurationShelf()
    let viewer = Running(try LiveConfiguration(shelf.source()))
    #expect(viewer.learn(.dark) == nil)
    #expect(viewer.learn(.light) == .light)
    try shelf.write("[viewer]\ntheme = \"dark\"\n", to: "navd/config.toml")
    #expect(viewer.change()?.theme == .dark)
    #expect(viewer.learn(.dark) == nil)
    #expect(viewer.learn(.light) == nil)
  }
}

extension LiveConfiguration {
  fileprivate init(_ source: ViewerConfigurationSource) throws(ClientExit) {
    self.init(source, try source.read())
  }
}
