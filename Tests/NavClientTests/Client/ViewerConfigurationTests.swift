import Foundation
import NavContent
import NavTestKit
import NavViewer
import Testing

@testable import NavClient
@testable import NavSystem

@Suite("The configuration of viewers: values and mistakes")
struct ViewerConfigurationTests {
  private static func layer(_ text: String) throws -> ViewerLayer {
    try ViewerParser(Array(text.utf8)).layer
  }

  private static func configuration(
    file: String = "",
    noColor: String? = nil,
    _ change: (inout ViewerLayer) -> Void = { _ in }
  ) throws -> ViewerConfiguration {
    var commandLine = ViewerLayer()
    change(&commandLine)
    return ViewerConfiguration(
      file: try layer(file),
      environment: ViewerLayer(environment: noColor.map { ["NO_COLOR": $0] } ?? [:]),
      commandLine: commandLine
    )
  }

  @Test("the command line overrides the environment, that the file, and that the defaults")
  func precedence() throws {
    let file = "[viewer]\ncolor = \"256\"\ntheme = \"mine\"\nfps = 30\n"
    let cases: [(noColor: String?, option: ColorChoice?, color: ColorChoice, note: String)] = [
      (nil, nil, .palette256, "file, line 2"), ("", nil, .palette256, "file, line 2"),
      ("1", nil, .never, "environment, NO_COLOR"), ("1", .always, .always, "command line"),
      (nil, .palette16, .palette16, "command line"),
    ]
    for (noColor, option, color, note) in cases {
      let found = try Self.configuration(file: file, noColor: noColor) { $0.color = option }
      #expect(found.options.color == color)
      #expect(found.text.contains(note), "\(found.text)")
    }
    let some = try Self.configuration(file: file) { $0.mouse = false }
    #expect(
      some.text == """
        [viewer]
        color = "256"           # file, line 2
        theme = "mine"          # file, line 3
        mouse = false           # command line
        fps = 30                # file, line 4
        reduced_motion = false  # default
        pictures = "auto"       # default
        plain = false           # default
        fit = "relayout"        # default
        bare = false            # default
        name = ""               # default

        """
    )
    // The printed text is a file with the same meaning.
    let again = try Self.configuration(file: some.text)
    #expect(again.options == some.options)
  }

  @Test("the default file contains every default, and nothing else")
  func defaultFile() throws {
    let text = ViewerConfiguration.defaultFile
    let parser = try ViewerParser(Array(text.utf8))
    #expect(parser.faults.isEmpty)
    #expect(ViewerKey.allCases.allSatisfy { parser.layer.has($0) })
    #expect(try Self.configuration(file: text).options == ViewerOptions())
    for line in text.split(separator: "\n") { #expect(line.utf8.count <= 100, "\(line)") }
  }

  private static let badFiles: [(text: String, faults: [String], hasErrors: Bool)] = [
    ("[limits]\nsessions = \"x\"\n[state]\nx = 1", [], false),
    (
      "[viewer]\n  thme = \"dark\"",
      ["2:3: [viewer] has no such key: did you mean theme?, in \"thme = \"dark\"\""], false
    ),
    (
      "fps = 3",
      ["1:1: fps stands in no table: write it below [viewer], in \"fps = 3\""], false
    ),
    (
      "[viewr]",
      [
        "1:2: navd has nothing of that name to configure: did you mean [viewer]?, in \"[viewr]\""
      ], false
    ),
    (
      "viewer = 3",
      [
        "1:1: viewer is a table: write [viewer], and its keys on the lines below, "
          + "in \"viewer = 3\""
      ], true
    ),
    (
      "[viewer]\nmouse = 1\ncolor = \"alway\"\nfps = \"x\"",
      [
        "2:1: viewer.mouse takes true or false: write one, in \"mouse = 1\"",
        "3:1: viewer.color takes \"auto\", \"always\", \"never\", \"256\" or \"16\": "
          + "did you mean \"always\"?, in \"color = \"alway\"\"",
        "4:1: viewer.fps takes a whole number from 1 to 240: write one, in \"fps = \"x\"\"",
      ], true
    ),
    (
      "[viewer]\ntheme = \"../x\"",
      ["2:1: viewer.theme takes \(ThemeLibrary.nameForm), in \"theme = \"../x\"\""], true
    ),
  ]

  @Test("invalid files: the fault, its location and the remedy", arguments: badFiles)
  func bad(text: String, faults: [String], hasErrors: Bool) throws {
    let parser = try ViewerParser(Array(text.utf8))
    #expect(ConfigurationFaults(parser.faults).faults.map(\.description) == faults)
    #expect(parser.faults.contains { $0.weight == .wrong } == hasErrors)
  }

  @Test("the valid settings of a file with a mistake apply")
  func rest() throws {
    let layer = try Self.layer("[viewer]\nfps = 0\nplain = true\nx = 1\ncolor = 16\n")
    #expect(layer.plain == true && layer.color == .palette16 && layer.fps == nil)
    #expect(layer.lines == [.plain: 3, .color: 5])
  }

  @Test("the lowest and the highest frame rate, and one past both")
  func frameRates() throws {
    let (least, most) = (FramePacer.rates.lowerBound, FramePacer.rates.upperBound)
    for fps in [least, most] { #expect(try Self.layer("[viewer]\nfps = \(fps)").fps == fps) }
    for fps in [least - 1, most + 1] {
      let parser = try ViewerParser(Array("[viewer]\nfps = \(fps)".utf8))
      #expect(parser.layer.fps == nil && parser.faults.count == 1)
    }
  }

  @Test("an unusable file shows a message, and the viewer starts")
  func unusable() throws {
    let place = try ConfigurationShelf()
    func read(_ file: String? = nil) throws -> ViewerConfigurationSource.Reading {
      try place.source(file: file).read()
    }
    #expect(try read().problems == [])
    #expect(try read().text.hasPrefix("# no file\n\n[viewer]\n"))
    try place.write("[viewer]\nfps = 30\nfsp = 3\n", to: "navd/config.toml")
    let some = try read()
    #expect(some.configuration.options.framesPerSecond == 30 && !some.hasErrors)
    #expect(some.problems.map { $0.hasPrefix("\(place.path)/navd/config.toml:3:1: ") } == [true])
    #expect(some.shortProblem?.hasPrefix("config.toml:3:1: [viewer] has no such key") == true)
    try place.write("[viewer\n", to: "navd/config.toml")
    #expect(try read().hasErrors && read().configuration.options == ViewerOptions())
    #expect(try read("\(place.path)/navd").hasErrors)
    #expect(throws: ClientExit.self) { try read("\(place.path)/none") }
  }
}

@Suite("Checks of configuration files")
struct FileCheckTests {
  @Test(
    "all tables are checked, those of the daemon too",
    arguments: [
      ("[viewer]\nmouse = true\n[limits]\nviewers = 3\n[state]\ndurability = \"power\"\n", []),
      ("[limits]\nviewers = 0\n", ["2:1 wrong a whole number from 1"]),
      ("[limits]\nviewrs = 3\n", ["2:1 wrong did you mean viewers?"]),
      ("[state]\ndurability = \"disk\"\n", ["2:1 wrong process"]),
      ("[state]\ndirectory = \"here\"\n", ["2:1 wrong absolute path"]),
      ("[state]\ndirectory = \"~/here\"\n", []),
      ("[limits]\ncommands = 1\n", ["2:1 wrong true or false"]),
      ("limits = 3\n", ["1:1 wrong table"]),
      ("[control]\npolicy = \"locked\"\nidle_release = \"10m\"\n", []),
      ("[control]\npolicy = \"shut\"\n", ["2:1 wrong request"]),
      ("[control]\nidle_release = 10\n", ["2:1 wrong 90s"]),
      ("[viewer]\nmous = true\n", ["2:1 strangeName did you mean mouse?"]),
      ("[viewer]\nfps = 0\n", ["2:1 wrong 1 to 240"]),
      ("[viewr]\n", ["1:2 wrong did you mean [viewer]?"]),
      ("sessions = 3\n", ["1:1 wrong write it below [limits]"]),
      ("mouse = true\n", ["1:1 wrong write it below [viewer]"]),
      (
        "[viewer]\nfps = 0\n[limits]\nviewers = 0\n[x]\n",
        ["2:1 wrong 240", "4:1 wrong whole number", "5:2 wrong tables are"]
      ),
    ] as [(String, [String])]
  )
  func configuration(text: String, expected: [String]) {
    let found = FileCheck.faults(in: Array(text.utf8), as: .config, at: "/no/config.toml")
    #expect(found.count == expected.count, "\(found)")
    for (fault, wanted) in zip(found, expected) {
      let words = wanted.split(separator: " ", maxSplits: 2).map(String.init)
      #expect("\(fault.line):\(fault.column)" == words[0], "\(fault)")
      #expect("\(fault.weight)" == words[1] && fault.problem.contains(words[2]), "\(fault)")
    }
  }

  @Test("a scene file is recognised by the keys that the daemon reads")
  func sceneKeys() throws {
    #expect(SceneGuess.contentKeys == Set(SceneKeys.contents))
    let node = try #require(SceneKeys.all["node"])
    #expect(SceneGuess.contentKeys.union(SceneGuess.otherKeys) == Set(node))
  }
}

/// A directory of configuration files, removed after the test.
final class ConfigurationShelf {
  let path: String

  init() throws {
    path = try makeTemporaryDirectory("nav")
    try FileManager.default.createDirectory(
      atPath: "\(path)/navd/themes",
      withIntermediateDirectories: true
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Replaces the file by another one, as editors do.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
  }

  func source(
    file: String? = nil,
    _ layer: ViewerLayer = ViewerLayer()
  ) -> ViewerConfigurationSource {
    ViewerConfigurationSource(
      file: file,
      commandLine: layer,
      environment: [:],
      directories: UserDirectories(home: path, configuration: path)
    )
  }
}
