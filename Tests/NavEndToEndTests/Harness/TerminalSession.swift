import Foundation
import Testing

/// A real terminal with a program in it: a separate tmux without a status line, so that the program has every row.
final class TerminalSession {
  private let sandbox: Sandbox
  private let name: String

  /// Starts navclient with these arguments in a terminal with a unique name in the sandbox.
  convenience init(
    in sandbox: Sandbox,
    _ name: String = "a",
    columns: Int = 80,
    rows: Int = 24,
    _ arguments: String...
  ) throws {
    try self.init(
      in: sandbox,
      name,
      columns: columns,
      rows: rows,
      running: [Programs.client] + arguments
    )
  }

  /// Starts a program in a terminal with a unique name in the sandbox.
  init(
    in sandbox: Sandbox,
    _ name: String,
    columns: Int,
    rows: Int,
    running command: [String]
  ) throws {
    self.sandbox = sandbox
    self.name = name
    try #require(
      FileManager.default.isExecutableFile(atPath: Programs.tmux),
      "\(Programs.tmux) is missing: apt-get install tmux"
    )
    try tmux(
      ["set", "-g", "default-terminal", "screen-256color", ";"]
        + ["set", "-g", "status", "off", ";", "set", "-s", "escape-time", "0", ";"]
        + ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
        + ["/bin/sh", "-c", Self.wrapper, "\(sandbox.directory)/\(name)"] + command
    )
  }

  deinit {
    _ = try? sandbox.run(Programs.tmux, ["-S", socket, "kill-server"])
  }

  /// Records the terminal's modes before and after, the program's ID and exit code; stays, so that the final screen can
  /// be read.
  private static let wrapper = """
    stty -a >$0.before
    sh -c 'echo $$ >$0.pid.new; mv $0.pid.new $0.pid; exec "$@"' $0 "$@"
    echo $? >$0.code.new
    stty -a >$0.after
    mv $0.code.new $0.code
    exec cat
    """

  // MARK: Screen

  /// The text of all rows.
  func screen() throws -> Screen { Screen(try tmux(["capture-pane", "-p"])) }

  /// The text with its colours and attributes.
  func styledText() throws -> String { try tmux(["capture-pane", "-p", "-e"]) }

  /// Waits until the screen fulfils a condition.
  @discardableResult
  func wait(
    until condition: String,
    at location: SourceLocation = #_sourceLocation,
    _ holds: (Screen) throws -> Bool
  ) throws -> Screen {
    var last = Screen("")
    try eventually("\(name): \(condition)", at: location, found: { report(on: last) }) {
      last = try screen()
      return try holds(last)
    }
    return last
  }

  /// Waits until the screen rests on a page of a known deck.
  @discardableResult
  func wait(
    forPage page: Int,
    of deck: Deck,
    at location: SourceLocation = #_sourceLocation
  ) throws -> Screen {
    try wait(until: "shows page \(page) of \(deck.pages)", at: location) {
      deck.isShown(page, on: $0)
    }
  }

  private func report(on screen: Screen) -> String {
    "\(screen)\n\(sandbox.daemon?.report ?? "no navd")"
  }

  // MARK: Input

  /// Types keys, given by tmux's names.
  func type(_ keys: String...) throws { try type(keys) }

  func type(_ keys: [String]) throws {
    try tmux(["send-keys"] + keys)
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  // MARK: Program

  /// The process ID of the program.
  func processID() throws -> pid_t {
    try eventually("\(name): navclient has started") { sandbox.read("\(name).pid") != nil }
    return try #require(
      sandbox.read("\(name).pid").flatMap {
        pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    )
  }

  /// Waits for the program's end.
  ///
  /// - Returns: its exit code.
  func waitForExit() throws -> Int32 {
    var last = Screen("")
    try eventually("\(name): navclient has ended", found: { report(on: last) }) {
      last = try screen()
      return sandbox.read("\(name).code") != nil
    }
    return try #require(
      sandbox.read("\(name).code").flatMap {
        Int32($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    )
  }

  var hasEnded: Bool { sandbox.read("\(name).code") != nil }

  /// The output of `stty -a` before the program started, and after it ended.
  var modesBefore: String? { sandbox.read("\(name).before") }
  var modesAfter: String? { sandbox.read("\(name).after") }

  /// Returns the terminal modes that were switched on and not off again: empty if all are restored.
  func leftovers() throws -> [String] {
    let flags = [
      "alternate_on": "0", "cursor_flag": "1", "mouse_any_flag": "0", "keypad_flag": "0",
      "keypad_cursor_flag": "0", "origin_flag": "0", "insert_flag": "0", "wrap_flag": "1",
    ]
    return try flags.keys.sorted().compactMap { flag in
      let value = try tmux(["display-message", "-p", "#{\(flag)}"])
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return value == flags[flag] ? nil : "\(flag) is \(value)"
    }
  }

  private var socket: String { "\(sandbox.directory)/\(name).tmux" }

  /// Returns a tmux variable of the terminal, such as `pane_title`.
  func format(_ variable: String) throws -> String {
    try tmux(["display-message", "-p", "#{\(variable)}"]).trimmed(of: "\n")
  }

  @discardableResult
  func tmux(_ arguments: [String]) throws -> String {
    let outcome = try sandbox.run(
      Programs.tmux,
      ["-u", "-S", socket, "-f", "/dev/null"] + arguments
    )
    try #require(outcome.code == 0, "\(outcome)")
    return outcome.output
  }
}

extension Sandbox {
  /// Starts navclient with these arguments in a terminal with a unique name in the sandbox.
  func terminal(
    _ name: String,
    size: (columns: Int, rows: Int) = (80, 24),
    _ arguments: String...
  ) throws -> TerminalSession {
    try terminal(name, size: size, arguments)
  }

  func terminal(
    _ name: String,
    size: (columns: Int, rows: Int) = (80, 24),
    _ arguments: [String]
  ) throws -> TerminalSession {
    try terminal(name, size: size, running: [Programs.client] + arguments)
  }

  /// Starts a program in a terminal with a unique name in the sandbox.
  func terminal(
    _ name: String,
    size: (columns: Int, rows: Int) = (80, 24),
    running command: [String]
  ) throws -> TerminalSession {
    try TerminalSession(
      in: self,
      name,
      columns: size.columns,
      rows: size.rows,
      running: command
    )
  }

  /// Writes a deck, starts navclient with it in a terminal, and waits for the first page.
  func viewer(
    _ name: String = "a",
    session: String = "talk",
    opening deck: Deck,
    at location: SourceLocation = #_sourceLocation
  ) throws -> TerminalSession {
    let path = try deck.write(in: self)
    let terminal = try terminal(name, "--session", session, "--open", path)
    try terminal.wait(forPage: 1, of: deck, at: location)
    return terminal
  }
}
