import Glibc
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

/// The session, the content and the settings of a viewer to be started, from the options of `Attach`, `Notes` or `Join`.
struct ViewerLaunch: Hashable, Sendable {
  /// The session's name; nil for one derived from the content, or the only session.
  var session: String?
  /// Nil for whatever the session shows.
  var content: ContentSpec?
  var entry = ViewerEntry()
  var configuration: ViewerConfigurationSource
  /// The viewport's size for `--plain`; nil for that of the terminal.
  var size: CellSize?
  var endpoints: Endpoints
  /// Whether a daemon is started where none runs on this machine.
  var startsDaemon = false

  /// Runs a viewer, on a screen or as lines of text, until the user leaves.
  func run() throws {
    try running { () throws(ClientExit) in
      let reading = try configuration.read()
      let isPlain = reading.configuration.options.plain
      guard isPlain || size == nil else {
        throw ClientExit(.usage, "--size is about --plain: give both")
      }
      try serving(endpoints, startsDaemon: startsDaemon) { () throws(ClientExit) in
        if isPlain {
          try PlainViewer.run(
            session: session,
            content: content,
            entry: entry,
            configuration: reading,
            size: size,
            endpoints: endpoints
          )
        } else {
          try Viewer.run(
            session: session,
            content: content,
            entry: entry,
            configuration: configuration,
            reading,
            endpoints: endpoints
          )
        }
      }
    }
  }
}

extension ViewerLaunch {
  /// Reads the words of a usual start of a viewer, without the parser: for these that takes longer than all that follows
  /// until the first screen.
  ///
  /// Words that it does not know completely are left to the parser, which alone reports mistakes. So is a path that could
  /// be the name of a command, and any daemon but this user's.
  ///
  /// - Parameter typed: the words after the program's name.
  /// - Returns: what `Attach` makes of them; nil if the parser has to read them.
  /// - Throws: `.noInput` for a path at which nothing can be shown.
  init?(quickly typed: [String]) throws(ClientExit) {
    guard (ServerOption.variable("NAVD_SERVER") ?? "").isEmpty else { return nil }
    var words = typed[...]
    if words.first == "attach" { words.removeFirst() }
    var layer = ViewerLayer()
    var (opened, paths): ([String], [String]) = ([], [])
    startsDaemon = true
    while let word = words.popFirst() {
      // Each is known where it is given for the first time.
      switch word {
      case "-s" where session == nil, "--session" where session == nil:
        guard let name = words.popPlain() else { return nil }
        session = name
      case "--open":
        guard let path = words.popPlain() else { return nil }
        opened.append(path)
      case "--readonly" where !entry.isReadOnly: entry.isReadOnly = true
      case "--no-start" where startsDaemon: startsDaemon = false
      case "--plain" where layer.plain == nil: layer.plain = true
      case "--bare" where layer.bare == nil: layer.bare = true
      case "--reduced-motion" where layer.reducedMotion == nil: layer.reducedMotion = true
      case "--no-mouse" where layer.mouse == nil: layer.mouse = false
      default:
        // No command has one of these characters.
        guard !word.hasPrefix("-"), word.contains(where: { $0 == "." || $0 == "/" }) else {
          return nil
        }
        paths.append(word)
      }
    }
    guard opened.count + paths.count <= ContentSpec.mostTabs else { return nil }
    content = try ContentSpec.guessing(opened + paths)
    configuration = ViewerConfigurationSource(file: nil, commandLine: layer)
    endpoints = .ofThisUser
  }
}

extension ArraySlice<String> {
  /// Removes the value of an option and returns it; nil without one, and for one that the parser may take for something else.
  fileprivate mutating func popPlain() -> String? {
    guard let first, !first.isEmpty, !first.hasPrefix("-") else { return nil }
    return removeFirst()
  }
}

extension ViewerConfigurationSource {
  /// The sources of this process: a file, the environment and the options.
  ///
  /// - Parameter file: the configuration file; nil for the user's own.
  init(file: String?, commandLine: ViewerLayer) {
    self.init(
      file: file,
      commandLine: commandLine,
      environment: ["NO_COLOR": getenv("NO_COLOR").map { String(cString: $0) } ?? ""],
      directories: .ofThisUser
    )
  }
}

/// Does what needs a daemon; where none runs on this machine, starts one if it should and somebody reads that on a terminal.
func serving<Result: ~Copyable>(
  _ endpoints: Endpoints,
  startsDaemon: Bool,
  _ body: () throws(ClientExit) -> Result
) throws(ClientExit) -> Result {
  guard startsDaemon, isatty(STDERR_FILENO) == 1 else { return try body() }
  return try LocalDaemon(endpoints).serving(body)
}
