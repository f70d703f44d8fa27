import Glibc
import NavBase
import NavHost
import NavSystem
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("The configuration: the origin of its values, and changes in a running daemon")
struct ConfigurationTests {
  private static func layer(_ text: String) throws -> ConfigurationLayer {
    try ConfigurationParser.read(Array(text.utf8), home: "/home/ann")
  }

  @Test("the command line overrides the file, and the file overrides the defaults")
  func precedence() throws {
    var configuration = Configuration(stateDirectory: "/home/ann/.local/state/navd")
    #expect(ConfigurationKey.allCases.allSatisfy { configuration.origin(of: $0) == .standard })
    #expect(configuration.limits == ConfigurableLimits())
    configuration.takeFile(
      try Self.layer(
        "[state]\ndirectory = \"/file\"\ndurability = \"power\"\n[limits]\nviewers = 7"
      )
    )
    configuration.takeCommandLine(ConfigurationLayer(stateDirectory: "/option"))
    #expect(configuration.stateDirectory == "/option")
    #expect(configuration.durability == .power)
    #expect(configuration.limits.viewers == 7)
    #expect(configuration.limits.sessions == DaemonLimits.sessions)
    #expect(
      configuration.text == """
        [state]
        directory = "/option"  # command line
        durability = "power"   # file, line 3

        [limits]
        sessions = 256                         # default
        viewers = 7                            # file, line 5
        streams = 256                          # default
        streams_per_session = 64               # default
        requests_per_second = 500              # default
        request_burst = 1000                   # default
        clients = 100000                       # default
        memory = 1024                          # default
        journal = 64                           # default
        credential_viewers = 64                # default
        credential_streams = 16                # default
        credential_requests_per_second = 2000  # default
        commands = true                        # default
        diagrams = false                       # default
        icons = false                          # default

        [control]
        policy = "open"      # default
        idle_release = "0s"  # default
        questions = true     # default
        pointers = "driver"  # default
        recording = "owner"  # default

        [metrics]
        listen = ""       # default
        insecure = false  # default

        [log]
        format = "text"  # default
        level = "info"   # default

        """
    )
  }

  @Test(
    "a printed configuration reads back as the same configuration",
    arguments: [
      "/a", "/a \"b\" \\c\\", "/\u{1B}[31m\n\u{202E}\u{7F}\u{2028}", "/é\u{301}\u{1F680}",
    ]
  )
  func roundTrip(directory: String) throws {
    var configuration = Configuration(stateDirectory: "/default")
    var layer = ConfigurationLayer(stateDirectory: directory, durability: .power)
    for (index, name) in ConfigurableLimit.allCases.enumerated() {
      layer.limits[name] = name.range.lowerBound + index
    }
    layer.commands = false
    layer.diagrams = true
    layer.icons = true
    layer.control.policy = .locked
    layer.control.idleRelease = .seconds(90)
    layer.control.questions = false
    layer.control.pointers = .all
    layer.control.recording = .off
    layer.metrics = ConfigurationLayer.Metrics(
      listen: .some(MetricsAddress("[::1]:9464")),
      isInsecure: true
    )
    layer.log = ConfigurationLayer.Log(format: .json, level: .warning)
    configuration.takeCommandLine(layer)
    let text = configuration.text
    // The text contains no control sequences.
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    var again = try Self.layer(text)
    again.lines = [:]
    #expect(again == layer)
  }

  @Test("the settings that a running daemon adopts, and those that it does not")
  func changes() throws {
    var old = Configuration(stateDirectory: "/state")
    old.takeFile(try Self.layer("[limits]\nsessions = 3"))
    var new = Configuration(stateDirectory: "/state")
    #expect(old.changes(to: old) == [])
    #expect(old.changes(to: new) == ["limits.sessions is 256 from now on, and was 3"])
    new.takeFile(
      try Self.layer(
        "[state]\ndirectory='/other'\ndurability='power'\n[limits]\nclients=100\ncommands=false\ndiagrams=true\nicons=true\n"
          + "[control]\npolicy='request'\nidle_release='600s'\npointers='none'\n"
          + "[metrics]\nlisten='127.0.0.1:9464'\ninsecure=true\n"
          + "[log]\nformat='logfmt'\nlevel='error'"
      )
    )
    #expect(
      old.changes(to: new) == [
        "state.directory is \"/other\" in the configuration, and stays \"/state\" until navd is "
          + "started anew",
        "state.durability is \"power\" from now on, and was \"process\"",
        "limits.sessions is 256 from now on, and was 3",
        "limits.clients is 100 from now on, and was 100000",
        "limits.commands is false from now on, and was true",
        "limits.diagrams is true from now on, and was false",
        "limits.icons is true from now on, and was false",
        "control.policy is \"request\" from now on, and was \"open\"",
        "control.idle_release is \"10m\" from now on, and was \"0s\"",
        "control.pointers is \"none\" from now on, and was \"driver\"",
        "metrics.listen is \"127.0.0.1:9464\" in the configuration, and stays \"\" until navd is "
          + "started anew",
        "metrics.insecure is true in the configuration, and stays false until navd is started anew",
        "log.format is \"logfmt\" from now on, and was \"text\"",
        "log.level is \"error\" from now on, and was \"info\"",
      ]
    )
    let running = old.replaced(by: new)
    #expect(running.stateDirectory == "/state")
    #expect(running.origin(of: .stateDirectory) == .standard)
    #expect(running.durability == .power)
    #expect(running.limits == new.limits)
    #expect(running.control.policy == .request)
    #expect(running.control.idleRelease == .seconds(600))
    #expect(running.control.pointers == .nobody)
    #expect(running.metrics == MetricsSettings())
    #expect(running.log == LogSettings(format: .logfmt, level: .error))
    #expect(running.origin(of: .metricsListen) == .standard)
    // The unchanged settings are reported at every reload, not only at the first.
    #expect(running.changes(to: new).count == 3)
    // Zero stands for never.
    new.takeFile(try Self.layer("[control]\nidle_release = '0s'"))
    #expect(new.control.idleRelease == nil)
  }
}

@Suite("The location of the configuration file")
struct ConfigurationSourceTests {
  @Test(
    "the directories follow from environment variables",
    arguments: [
      (nil, nil, nil, nil, nil),
      ("/h", nil, nil, "/h/.config/navd/config.toml", "/h/.local/state/navd"),
      ("/h", "/c", "/s", "/c/navd/config.toml", "/s/navd"),
      (nil, "/c", "/s", "/c/navd/config.toml", "/s/navd"),
      ("/h", "c", "", "/h/.config/navd/config.toml", "/h/.local/state/navd"),
      ("h", "c", "s", nil, nil),
    ] as [(String?, String?, String?, String?, String?)]
  )
  func directories(
    home: String?,
    configuration: String?,
    state: String?,
    file: String?,
    directory: String?
  ) {
    let directories = UserDirectories(home: home, configuration: configuration, state: state)
    #expect(directories.configurationFile == file)
    #expect(directories.stateDirectory == directory)
  }

  /// A temporary directory, removed on `deinit`.
  private final class Place {
    let path: String

    init() throws {
      path = try makeTemporaryDirectory("nav")
      try #require(mkdir("\(path)/navd", 0o700) == 0)
    }

    deinit {
      for name in ["/navd/config.toml", "/pipe", "/navd", ""] {
        let path = path + name
        if unlink(path) != 0 { rmdir(path) }
      }
    }

    func write(_ text: String) throws {
      let file = try #require(fopen("\(path)/navd/config.toml", "w"))
      fputs(text, file)
      fclose(file)
    }

    func source(
      file: String? = nil,
      _ commandLine: ConfigurationLayer = ConfigurationLayer()
    ) -> ConfigurationSource {
      ConfigurationSource(
        file: file,
        commandLine: commandLine,
        directories: UserDirectories(home: path, configuration: path)
      )
    }
  }

  @Test("a missing default file is no fault; an existing one is read each time")
  func reading() throws {
    let place = try Place()
    let source = place.source(ConfigurationLayer(durability: .power))
    let none = try source.read()
    #expect(none.path == nil)
    #expect(none.configuration.stateDirectory == "\(place.path)/.local/state/navd")
    #expect(none.text.hasPrefix("# no file\n\n[state]\n"))
    try place.write("[limits]\nsessions = 3\n[state]\ndurability = 'process'\ndirectory = '~/x'\n")
    let some = try source.read()
    #expect(some.path == "\(place.path)/navd/config.toml")
    #expect(some.configuration.limits.sessions == 3)
    #expect(some.configuration.durability == .power)
    #expect(some.configuration.stateDirectory == "\(place.path)/x")
    #expect(some.text.hasPrefix("# file: \(place.path)/navd/config.toml\n\n[state]\n"))
    try place.write("[limits]\nsessions = 4\n")
    #expect(try source.read().configuration.limits.sessions == 4)
  }

  @Test("a fault names the file; each fault is one line")
  func faults() throws {
    let place = try Place()
    try place.write("[limits]\nsession = 3\nviewers = 0\n")
    let path = "\(place.path)/navd/config.toml"
    let error = #expect(throws: DaemonError.self) { try place.source().read() }
    #expect(error?.code == .usage)
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("\(path):2:1: [limits] has no such key") == true)
    #expect(lines.last?.hasPrefix("\(path):3:1: limits.viewers takes") == true)
  }

  @Test("a file named by the user must exist and be a regular file")
  func noFile() throws {
    let place = try Place()
    try #require(mkfifo("\(place.path)/pipe", 0o600) == 0)
    for (name, words) in [("none", "no such file"), ("navd", "no file;"), ("pipe", "no file;")] {
      let path = "\(place.path)/\(name)"
      let error = #expect(throws: DaemonError.self) { try place.source(file: path).read() }
      #expect(error?.code == .noInput)
      #expect(error?.description.hasPrefix("\(path): \(words)") == true, "\(error as Any)")
    }
  }

  @Test("the size limit: 64 KiB, and one byte more")
  func size() throws {
    let place = try Place()
    let text = "[limits]\nsessions = 3\n#"
    for extra in [0, 1] {
      let count = ConfigurationDocument.mostBytes - text.utf8.count + extra
      try place.write(text + String(repeating: "x", count: count))
      if extra == 0 {
        #expect(try place.source().read().configuration.limits.sessions == 3)
      } else {
        let error = #expect(throws: DaemonError.self) { try place.source().read() }
        #expect(error?.code == .usage)
        #expect(error?.description.contains("larger than 64 KiB") == true)
      }
    }
  }

  @Test("without any state directory the daemon refuses to start")
  func noStateDirectory() throws {
    let nowhere = UserDirectories()
    let none = ConfigurationSource(
      file: nil,
      commandLine: ConfigurationLayer(),
      directories: nowhere
    )
    let error = #expect(throws: DaemonError.self) { try none.read() }
    #expect(error?.code == .usage)
    #expect(error?.description.contains("--state DIR") == true)
    let some = ConfigurationSource(
      file: nil,
      commandLine: ConfigurationLayer(stateDirectory: "x"),
      directories: nowhere
    )
    #expect(try some.read().configuration.stateDirectory == "x")
  }
}
