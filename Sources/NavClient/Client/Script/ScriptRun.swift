package import NavBase
import NavSystem
package import NavViewer
package import NavWire

/// A run of a script: its commands, one after the other, in a session.
///
/// All inputs have one client id, and each is sent until its outcome is known, so it happens exactly once, also if the
/// daemon is restarted meanwhile (proto/README.md: Input, exactly once).
package struct ScriptRun: ~Copyable {
  /// How a run reads content and writes files.
  package struct Surroundings {
    /// Returns the content at some paths, as the daemon can show it.
    package var content: ([String]) throws(ClientExit) -> ContentSpec
    /// Writes a screen into a file.
    package var write: (ScreenCapture, SnapshotFormat, String) throws(ClientExit) -> Void

    package init(
      content: @escaping ([String]) throws(ClientExit) -> ContentSpec,
      write: @escaping (ScreenCapture, SnapshotFormat, String) throws(ClientExit) -> Void
    ) {
      self.content = content
      self.write = write
    }
  }

  private let keyboard: DriverKeyboard
  private var commands: OneShotCommands
  private var player: ScriptPlayer
  private let surroundings: Surroundings
  /// The given name of the session; nil for the only one, or that of the content that is opened.
  private let name: String?
  private let size: CellSize?
  /// Whether the driver knows that the script is paused.
  private var hasTold = false
  /// The session, once it is known: by id, so that a rename in the meantime does not matter.
  private var session: SessionReference?

  /// The longest time for which the keys of the driver are not looked at.
  private static let slice = Duration.milliseconds(250)

  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - player: the commands.
  ///   - name: the name of the session; nil for the only one, or that of the content that is opened.
  ///   - size: the size of the terminal for which inputs are resolved, in which texts are looked for, and of snapshots;
  ///     nil for that of the driver, or 80x24.
  ///   - surroundings: what is done outside of the session.
  /// - Throws: `.unreachable` if no daemon listens.
  package init(
    at endpoints: Endpoints,
    _ player: ScriptPlayer,
    in name: String?,
    size: CellSize?,
    _ surroundings: Surroundings
  ) throws(ClientExit) {
    let keyboard = try DriverKeyboard()
    let commands = try OneShotCommands(endpoints: endpoints, within: RequestRetry.standardTimeout)
    self.keyboard = keyboard
    self.commands = commands
    self.player = player
    self.name = name
    self.size = size
    self.surroundings = surroundings
  }

  /// Carries all commands out.
  ///
  /// - Throws: what ended the script early, with the place of its command: `.badData` where an expectation is not met,
  ///   `.noEffect` for an input that changes nothing, or as the command does alone.
  package mutating func run() throws(ClientExit) {
    while true {
      heed(until: .zero)
      switch player.next(at: monotonicNow()) {
      case .perform(let command):
        hasTold = false
        if keyboard.isThere { Console.printNote(command.line) }
        do throws(ClientExit) {
          try perform(command)
        } catch {
          throw error.at(command)
        }
        player.performed(command, at: monotonicNow())
      case .wait(let end):
        if end == nil { tellPause() }
        heed(until: end)
      case .finish: return
      }
    }
  }

  /// Handles the driver's keys, after waiting for some at most until a time.
  private mutating func heed(until end: Duration?) {
    for request in keyboard.requests(until: end) { player.receive(request, at: monotonicNow()) }
  }

  /// Tells the driver, once, what comes next.
  private mutating func tellPause() {
    guard !hasTold else { return }
    hasTold = true
    let next = player.upcoming.map { "before \($0.line)" } ?? "at the end"
    Console.printNote("paused \(next)  (Space goes on, n steps, q ends)")
  }

  private mutating func perform(_ command: ScriptCommand) throws(ClientExit) {
    switch command.action {
    case .input(let input):
      let session = try target()
      warn(try commands.send(input, in: session, size: size).warning)
    case .open(let paths): try open(paths)
    case .wait(let condition, let limit): try wait(for: condition, limit ?? .standard)
    case .expect(let condition): try expect(condition)
    case .snapshot(let path, let format, let size):
      let (session, size) = (try target(), size ?? self.size ?? .standardTerminal)
      try surroundings.write(try commands.snapshot(of: session, size: size), format, path)
    case .say(let text):
      Console.print(text)
      try mark(text, isSaid: true)
    case .mark(let name): try mark(name)
    case .pause, .pace: preconditionFailure("cannot carry out what the player does")
    }
  }

  /// Returns the session.
  private mutating func target() throws(ClientExit) -> SessionReference {
    if let session { return session }
    let found = SessionReference.id(try commands.status(of: name).session.id)
    session = found
    return found
  }

  /// Marks the moment in recordings, or has a sentence in them, if the script is in a session by now.
  private mutating func mark(_ words: String, isSaid: Bool = false) throws(ClientExit) {
    if session == nil, name != nil { _ = try? target() }
    guard let session else { return }
    _ = try commands.send(.command(.timeMark(words, isSaid: isSaid)), in: session, size: size)
  }

  /// Begins a session, or takes the one that shows the content already.
  private mutating func open(_ paths: [String]) throws(ClientExit) {
    let content = try surroundings.content(paths)
    let sessions = try commands.sessions()
    let name = name ?? SessionNaming.name(for: content, among: sessions)
    guard let there = sessions.first(where: { $0.name == name }) else {
      warn(try commands.newSession(name, showing: content))
      session = .id(try commands.status(of: name).session.id)
      return
    }
    guard there.content == content.origin else {
      let text = "session '\(name)' shows something else: end it, or name another one with -s"
      throw ClientExit(.usage, text)
    }
    session = .id(there.id)
  }

  private func warn(_ text: String?) {
    if let text { Console.printError(text) }
  }

  // MARK: Conditions

  /// Waits for a condition, and heeds the driver's keys meanwhile.
  private mutating func wait(
    for condition: ScriptCondition,
    _ limit: WaitTimeout
  ) throws(ClientExit) {
    guard let awaited = Request.Wait.Condition(condition, in: size ?? .standardTerminal) else {
      preconditionFailure("cannot wait for \(condition)")
    }
    let session = try target()
    let end = monotonicNow() + limit.duration
    while true {
      let left = max(.zero, end - monotonicNow())
      do throws(ClientExit) {
        if try commands.holds(awaited, in: session, within: min(left, Self.slice)) { return }
      } catch {
        // navd is away.
        guard error.code == .timeout, monotonicNow() < end else { throw error }
      }
      heed(until: .zero)
      if player.isEnded { return }
      if monotonicNow() >= end { throw try commands.failure(of: awaited, in: session, limit) }
    }
  }

  private mutating func expect(_ condition: ScriptCondition) throws(ClientExit) {
    let session = try target()
    let size = size ?? .standardTerminal
    guard let awaited = Request.Wait.Condition(condition, in: size) else {
      guard case .place(let page, let count) = condition else {
        preconditionFailure("cannot expect \(condition)")
      }
      let found = try commands.status(of: session).session
      if found.page == page, count ?? found.pages == found.pages { return }
      throw ClientExit(
        .badData,
        sanitized("the page is \"\(found.title)\" (\(found.page)/\(found.pages))")
      )
    }
    if try commands.holds(awaited, in: session, within: .zero) { return }
    let status = try commands.status(of: session)
    var text = sanitized(awaited.contradiction(in: status) ?? "it is so by now")
    if case .text = condition {
      let rows = try commands.snapshot(of: session, size: size).lines.filter { !$0.isBlank }
      text += "; on \(size) there is\n" + rows.map { "  | \($0)" }.joined(separator: "\n")
    }
    throw ClientExit(.badData, text)
  }
}

extension ScriptCommand {
  /// The command and its line, for whoever drives it.
  fileprivate var line: String {
    sanitized((place.map { "\($0.path):\($0.line)  " } ?? "") + text)
  }
}

extension ClientExit {
  /// Returns the result with the command that led to it.
  fileprivate func at(_ command: ScriptCommand) -> ClientExit {
    let place = command.place.map { "\($0): " } ?? ""
    return ClientExit(code, sanitized(place + command.text) + (text.map { ": \($0)" } ?? ""))
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
