import NavBase
import NavHost
import NavSystem
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("The configuration file")
struct ConfigurationFileTests {
  private static func read(_ text: String) throws(ConfigurationFaults) -> ConfigurationLayer {
    try ConfigurationParser.read(Array(text.utf8), home: "/home/ann")
  }

  private static func faults(in text: String) -> [String] {
    faults(in: Array(text.utf8))
  }

  private static func faults(in bytes: [UInt8]) -> [String] {
    do {
      _ = try ConfigurationParser.read(bytes, home: "/home/ann")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  private static let durabilityFault =
    #"state.durability takes "process" or "power": write one of them"#
  private static let directoryFault =
    "state.directory takes the absolute path of a directory: "
    + #"write one like "/var/lib/navd" or "~/navd""#
  private static let sessionsFault =
    "limits.sessions takes a whole number from 1 to 10000: write one"

  private static let policyFault =
    #"control.policy takes "open", "request" or "locked": write one of them"#
  private static let metricsFault =
    "metrics.listen takes ADDRESS:PORT, such as 127.0.0.1:9464 or [::1]:9464: write one, or \"\" for none"
  private static let pointersFault =
    #"control.pointers takes "driver", "all" or "none": write one of them"#
  private static let formatFault =
    #"log.format takes "text", "logfmt" or "json": write one of them"#
  private static let levelFault =
    #"log.level takes "debug", "info", "warning" or "error": write one of them"#
  private static let idleFault =
    "control.idle_release takes a time up to 24h: "
    + #"write one like "90s" or "10m", or "0s" for never"#

  // MARK: Valid files

  private static let goodFiles: [(text: String, says: [ConfigurationKey: String])] = [
    ("", [:]),
    ("# nothing\n\n", [:]),
    ("[state]\n[limits]\n", [:]),
    // The client checks its own table.
    ("[viewer]\nfps = \"many\"\n", [:]),
    ("[limits]\nsessions = 3", [.limit(.sessions): "3 at 2"]),
    ("\u{FEFF}[limits]\r\nsessions = 1_000\r\n", [.limit(.sessions): "1000 at 2"]),
    ("limits.sessions = 0x10", [.limit(.sessions): "16 at 1"]),
    (
      "limits = { sessions = 1, \"viewers\" = 2 }",
      [.limit(.sessions): "1 at 1", .limit(.viewers): "2 at 1"]
    ),
    (
      "[state]\ndirectory = '/a b'\ndurability = \"power\"",
      [.stateDirectory: "/a b at 2", .durability: "power at 3"]
    ),
    ("[state]\ndurability = \"\"\"\nprocess\"\"\"", [.durability: "process at 2"]),
    (
      "[limits]\ncommands = false\ndiagrams = true\nicons = true",
      [.commands: "false at 2", .diagrams: "true at 3", .icons: "true at 4"]
    ),
    (
      "[control]\npolicy = \"locked\"\nidle_release = \"600s\"",
      [.controlPolicy: "locked at 2", .idleRelease: "10m at 3"]
    ),
    ("control = { idle_release = '0s' }", [.idleRelease: "0s at 1"]),
    ("[control]\nquestions = false", [.questions: "false at 2"]),
    ("[control]\npointers = \"all\"", [.pointers: "all at 2"]),
    ("[control]\nrecording = \"off\"", [.recording: "off at 2"]),
    ("[metrics]\nlisten = \"\"", [.metricsListen: "none at 2"]),
    (
      "[metrics]\nlisten = \"[::1]:9464\"\ninsecure = true",
      [.metricsListen: "[::1]:9464 at 2", .metricsInsecure: "true at 3"]
    ),
    (
      "[log]\nformat = 'json'\nlevel = 'debug'", [.logFormat: "json at 2", .logLevel: "debug at 3"]
    ),
    ("[state]\ndirectory = \"~\"", [.stateDirectory: "/home/ann at 2"]),
    ("[state]\ndirectory = \"~/x\"", [.stateDirectory: "/home/ann/x at 2"]),
    (
      "\n[ limits ] # all of them\nstreams=1\nstreams_per_session=2\n\n"
        + "requests_per_second=3\nrequest_burst=4\nclients=100\n",
      [
        .limit(.streams): "1 at 3", .limit(.streamsPerSession): "2 at 4",
        .limit(.requestsPerSecond): "3 at 6", .limit(.requestBurst): "4 at 7",
        .limit(.clients): "100 at 8",
      ]
    ),
  ]

  @Test("valid files: the values and their lines", arguments: goodFiles)
  func good(text: String, says: [ConfigurationKey: String]) throws {
    let layer = try Self.read(text)
    for key in ConfigurationKey.allCases {
      let value =
        switch key {
        case .stateDirectory: layer.stateDirectory
        case .durability: layer.durability?.rawValue
        case .limit(let name): layer.limits[name].map { "\($0)" }
        case .commands: layer.commands.map { "\($0)" }
        case .diagrams: layer.diagrams.map { "\($0)" }
        case .icons: layer.icons.map { "\($0)" }
        case .controlPolicy: layer.control.policy?.word
        case .idleRelease: layer.control.idleRelease.map { DurationText.text($0) }
        case .questions: layer.control.questions.map { "\($0)" }
        case .pointers: layer.control.pointers?.rawValue
        case .recording: layer.control.recording?.rawValue
        case .metricsListen: layer.metrics.listen.map { $0?.description ?? "none" }
        case .metricsInsecure: layer.metrics.isInsecure.map { "\($0)" }
        case .logFormat: layer.log.format?.rawValue
        case .logLevel: layer.log.level?.rawValue
        }
      let found = value.map { "\($0) at \(layer.lines[key] ?? 0)" }
      #expect(found == says[key], "\(key)")
      #expect(layer.says(key) == (found != nil), "\(key)")
    }
  }

  // MARK: Invalid files

  /// Files and their faults, each of which is shown with its line behind it.
  private static let badFiles: [(text: String, faults: [String])] = [
    // Names.
    ("[limits]\n\n  sesions = 3", ["3:3: [limits] has no such key: did you mean sessions?"]),
    ("[state]\nsessions = 3", ["2:1: [state] has no such key: write it below [limits]"]),
    ("[state]\nname = 3", ["2:1: [state] has no such key: its keys are directory, durability"]),
    ("sessions = 3", ["1:1: sessions stands in no table: write it below [limits]"]),
    (
      "# x\n[limit]\nsessions = 3",
      ["2:2: navd has nothing of that name to configure: did you mean [limits]?"]
    ),
    (
      "[network]\n",
      [
        "1:2: navd has nothing of that name to configure: the tables are [state], [limits], [control], "
          + "[metrics], [log], [viewer]"
      ]
    ),
    ("limits.sessions.most = 3", ["1:8: \(sessionsFault)"]),
    ("state = 3", ["1:1: state is a table: write [state], and its keys on the lines below"]),
    (
      "[[limits]]\nsessions = 3",
      ["1:3: limits is a table: write [limits], and its keys on the lines below"]
    ),
    // Types and values.
    ("[limits]\ncommands = 1", ["2:1: limits.commands takes true or false: write one of them"]),
    ("[control]\npolicy = \"Open\"", ["2:1: \(policyFault)"]),
    ("[control]\npolicy = true", ["2:1: \(policyFault)"]),
    ("[metrics]\nlisten = 9464", ["2:1: \(metricsFault)"]),
    ("[metrics]\nlisten = \"here:9464\"", ["2:1: \(metricsFault)"]),
    ("[control]\npointers = true", ["2:1: \(pointersFault)"]),
    ("[log]\nformat = \"xml\"", ["2:1: \(formatFault)"]),
    ("[log]\nlevel = 3", ["2:1: \(levelFault)"]),
    ("[control]\nidle_release = 600", ["2:1: \(idleFault)"]),
    ("[control]\nidle_release = \"25h\"", ["2:1: \(idleFault)"]),
    ("policy = \"open\"", ["1:1: policy stands in no table: write it below [control]"]),
    ("[limits]\nsessions = \"3\"", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = 3.0", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = true", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = [3]", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = 2026-01-01", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = 07:30:00", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = inf", ["2:1: \(sessionsFault)"]),
    ("[limits]\nsessions = 9223372036854775807", ["2:1: \(sessionsFault)"]),
    ("[state]\ndurability = \"disk\"", ["2:1: \(durabilityFault)"]),
    ("[state]\ndurability = 1", ["2:1: \(durabilityFault)"]),
    ("[state]\ndirectory = 1", ["2:1: \(directoryFault)"]),
    ("[state]\ndirectory = \"\"", ["2:1: \(directoryFault)"]),
    ("[state]\ndirectory = \"here\"", ["2:1: \(directoryFault)"]),
    ("[state]\ndirectory = \"~bob\"", ["2:1: \(directoryFault)"]),
    // All faults are listed in the file's order; control characters of the line do not reach the
    // terminal.
    (
      "[limits]\nsessions = 0\n[state]\ndurability = 'a\u{202E}'",
      ["2:1: \(sessionsFault)", "4:1: \(durabilityFault)"]
    ),
    (
      "limits = {sessions = 0, viewers = 1}\nstate.durability = 3",
      ["1:11: \(sessionsFault)", "2:7: \(durabilityFault)"]
    ),
  ]

  @Test("invalid files: the fault, its location and the remedy", arguments: badFiles)
  func bad(text: String, faults: [String]) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = try faults.map { fault in
      let number = try #require(Int(fault.prefix { $0 != ":" }))
      let line = lines[number - 1].drop { $0 == " " }.replacing("\u{202E}", with: "\u{FFFD}")
      return "\(fault), in \"\(line)\""
    }
    #expect(Self.faults(in: text) == shown)
  }

  @Test(
    "a file that is not TOML: one fault, with its location",
    arguments: [
      ("[limits\nsessions = 3", 1), ("[limits]\nsessions 3", 2), ("[limits]\nsessions =", 2),
      ("[limits]\nsessions = 3\nsessions = 4", 3), ("[limits]\n[limits]", 2), ("\n\n= 3", 3),
      ("a = \"open", 1), ("a = 0x", 1), ("a = 99999999999999999999", 1),
      ("a = " + String(repeating: "[", count: 10_000), 1), ("\u{1}", 1),
    ] as [(String, Int)]
  )
  func syntax(text: String, line: Int) {
    let faults = Self.faults(in: text)
    #expect(faults.count == 1)
    for fault in faults {
      #expect(fault.hasPrefix("\(line):"), "\(fault)")
      #expect(fault.contains("this is no TOML ("), "\(fault)")
      #expect(!fault.contains("\n"), "\(fault)")
    }
  }

  @Test("a file that is not text is refused")
  func bytes() {
    let problem = "this line is no text: write it in UTF-8, without NUL"
    for byte: UInt8 in [0, 0x80, 0xC0, 0xFF] {
      let faults = Self.faults(in: Array("[limits]\n#".utf8) + [byte] + Array("\nx".utf8))
      #expect(faults == ["2:1: \(problem), in \"#\u{FFFD}\""], "\(byte)")
    }
  }

  @Test("the number of reported faults has a limit")
  func manyFaults() {
    let most = ConfigurationFaults.most
    for count in [most - 1, most, most + 1] {
      let lines = (0..<count).map { "x\($0) = 1\n" }
      #expect(Self.faults(in: lines.joined()).count == min(count, most))
    }
  }

  @Test(
    "each limit at its minimum and maximum, and one past both",
    arguments: ConfigurableLimit.allCases
  )
  func ranges(name: ConfigurableLimit) throws {
    let (least, most) = (name.range.lowerBound, name.range.upperBound)
    for value in [least, most] {
      #expect(try Self.read("[limits]\n\(name.rawValue) = \(value)").limits == [name: value])
    }
    for value in [least - 1, most + 1] {
      #expect(Self.faults(in: "[limits]\n\(name.rawValue) = \(value)").count == 1, "\(value)")
    }
    #expect(name.range.contains(ConfigurableLimits()[name]), "the default is none to configure")
  }

  @Test("every limit is read and written under its own name")
  func names() {
    var limits = ConfigurableLimits()
    for (index, name) in ConfigurableLimit.allCases.enumerated() { limits[name] = index }
    #expect(ConfigurableLimit.allCases.map { limits[$0] } == Array(0..<12))
    let fields = [
      limits.sessions, limits.viewers, limits.streams, limits.streamsPerSession,
      limits.requestsPerSecond, limits.requestBurst, limits.clients,
      limits.memory, limits.journal, limits.credential.viewers, limits.credential.streams,
      limits.credential.requestsPerSecond,
    ]
    #expect(fields == Array(0..<12))
  }
}
