import NavBase
import NavSystem
import NavViewer
import NavWire

/// The list from which somebody at a terminal chooses one of several sessions.
struct SessionChoice {
  enum Answer: Hashable {
    case join(String)
    case end([String])
    /// Show the screen of a session.
    case preview(String)
    /// Show the list again, which may be shorter.
    case show
    case leave
  }

  private let all: [Reply.SessionInfo]
  private(set) var shown: [Reply.SessionInfo]

  init(_ sessions: [Reply.SessionInfo]) {
    (all, shown) = (sessions, sessions)
  }

  /// The numbered sessions, and the answers that there are.
  var text: String {
    let rows = shown.enumerated().map { index, session in
      [
        "\(index + 1)", session.name, "\(session.page)/\(session.pages)",
        session.unseenWords
          ?? (session.viewers == 1 ? "1 viewer" : "\(session.viewers) viewers"),
        sanitized(session.title).truncated(toColumns: SessionListing.titleColumns),
      ]
    }
    let ending = unseen.isEmpty ? "" : ", x unseen all unseen"
    return ColumnTable.lines(rows)
      + "\n1-\(shown.count) or a part of the name; p 1 shows one, x 1 ends it\(ending); q leaves: "
  }

  /// The names of the sessions that nobody has seen for long.
  private var unseen: [String] { all.filter { $0.unseenWords != nil }.map(\.name) }

  /// Handles a line; one that is in several names or titles leaves these in the list, and one in none leaves all.
  mutating func receive(_ line: String) -> Answer {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let last = words.last, words != ["q"] else { return words.isEmpty ? .show : .leave }
    if words.count == 2, words[0] == "x" || words[0] == "p" {
      if words == ["x", "unseen"], !unseen.isEmpty { return .end(unseen) }
      guard let name = session(numbered: last)?.name else { return .show }
      return words[0] == "x" ? .end([name]) : .preview(name)
    }
    let text = words.joined(separator: " ")
    if let exact = all.first(where: { $0.name == text }) ?? session(numbered: last) {
      return .join(exact.name)
    }
    let found = all.filter { session in
      [session.name, session.title].contains { $0.lowercased().contains(text.lowercased()) }
    }
    if found.count == 1 { return .join(found[0].name) }
    shown = found.isEmpty ? all : found
    return .show
  }

  private func session(numbered text: Substring) -> Reply.SessionInfo? {
    Int(text).flatMap { (1...shown.count).contains($0) ? shown[$0 - 1] : nil }
  }

  /// Asks at the terminal until a session is chosen.
  ///
  /// - Parameters:
  ///   - sessions: the sessions, several.
  ///   - commands: ends a session, and lists those that are left.
  /// - Returns: the name of the chosen one, or of the last one that is left.
  /// - Throws: `.success` if the user leaves.
  static func ask(
    about sessions: [Reply.SessionInfo],
    _ commands: inout OneShotCommands
  ) throws(ClientExit) -> String {
    var choice = SessionChoice(sessions)
    while choice.all.count > 1 {
      Console.printNote(choice.text, terminator: "")
      switch readLine().map({ choice.receive($0) }) ?? .leave {
      case .join(let name): return name
      case .end(let names):
        for name in names {
          if let warning = try commands.kill(name) { Console.printNote(warning) }
          Console.printNote("ended: \(name)")
        }
        choice = SessionChoice(try commands.sessions())
      case .preview(let name):
        let screen = try commands.snapshot(of: name, size: CellSize(columns: 80, rows: 16))
        Console.printNote(screen.lines.dropLast().joined(separator: "\n"))
      case .show: break
      case .leave: throw ClientExit(.success)
      }
    }
    return try commands.only(of: choice.all)
  }
}
