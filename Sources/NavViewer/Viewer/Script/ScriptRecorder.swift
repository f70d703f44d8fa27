package import NavBase
package import NavScene
package import NavWire

/// Writes the entries of a session's journal as the lines of a script.
///
/// The journal has inputs as they were resolved. A command and keys are written as they are. A tap or a drag names a
/// container; it is written where a place on the screen leads to the same container. What the language has no words for is a
/// comment.
package struct ScriptRecorder {
  /// The terminal for which the script is written.
  private let size: CellSize
  /// The time in the journal up to which the written pauses reach; nil before the first entry.
  private var time: Duration?
  private var marks: Set<String> = []
  /// The number of the content that is shown.
  private var content: UInt64?

  /// The shortest pause that is written; a shorter one counts for the next pause.
  private static let shortestPause = Duration.milliseconds(200)

  package init(size: CellSize) {
    self.size = size
  }

  /// Returns the first lines: the session, and the place at which the script has to begin.
  package func beginning(at session: Reply.SessionInfo) -> [String] {
    let place = ScriptAction.expect(.place(session.page, of: session.pages)).line
    return [
      Self.comment("session \(session.name), which shows \(session.content)"),
      Self.comment("for navclient run --size \(size)"),
    ] + (session.page > 0 ? [place] : [])
  }

  /// Returns the line for a part of the journal that is gone.
  package func gap() -> [String] {
    [Self.missing("what happened while navd was away, or more than it keeps")]
  }

  /// Returns the lines for the next entry.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - scene: the session at rest before it, for a terminal of `size`; nil if that is not known.
  package mutating func lines(for entry: JournalEntry, on scene: Scene?) -> [String] {
    switch entry.event {
    case .content(let shown):
      defer { content = shown.number }
      guard let content, content != shown.number else { return [] }
      return [Self.missing("other content is shown from here on")]
    case .file, .step(.state), .step(.preview), .step(.previewed): return begin(at: entry.time)
    case .step(.searchEnded):
      return [Self.missing("the search ended with the last viewer")]
    case .mark(let name):
      guard !name.isEmpty, marks.insert(name).inserted else {
        return [Self.missing("a mark '\(name)', whose name is empty or taken")]
      }
      return pause(until: entry.time) + Self.line(.mark(name), "a mark")
    case .said(let text): return pause(until: entry.time) + Self.line(.say(text), "a sentence")
    case .step(.input(let input)):
      let (written, missing) = script(of: input, on: scene)
      return pause(until: entry.time)
        + (written.map { Self.line(.input($0), missing) } ?? [Self.missing(missing)])
    }
  }

  // MARK: Time

  private mutating func begin(at now: Duration) -> [String] {
    time = time ?? now
    return []
  }

  private mutating func pause(until now: Duration) -> [String] {
    let pause = Duration.milliseconds((now - (time ?? now)).milliseconds / 100 * 100)
    guard let time, pause >= Self.shortestPause else { return begin(at: now) }
    self.time = time + pause
    return [ScriptAction.pause(pause).line]
  }

  // MARK: Inputs

  /// Returns the input of a script that does the same, and a text in place of it if there is none.
  private func script(
    of input: RecordedInput,
    on scene: Scene?
  ) -> (ScriptInput?, missing: String) {
    switch input.action {
    case .command(let command): return (.command(command), "\(command.traits.name)")
    case .keys(let keys): return (.keys(keys.filter(SharedKeys.movesSessions)), "keys")
    case .tap, .follow:
      let target = scene?.target(of: input.action)
      return (target.map { .tap($0) }, "a tap on what was not on the screen of \(size)")
    case .release(let end):
      return (drag(end, in: input.viewport, on: scene), "a drag in a terminal of \(input.viewport)")
    case .visit: return (nil, "a jump from the outline or a find")
    case .replay: return (nil, "a part of a recording")
    }
  }

  /// Returns a drag over as many cells, which in another size would lead elsewhere.
  private func drag(_ end: PanEnd, in viewport: CellSize, on scene: Scene?) -> ScriptInput? {
    guard viewport == size, !end.isCancelled, end.move.translation != 0,
      let cell = scene?.cell(panning: end.move.container)
    else { return nil }
    let isHorizontal = end.move.axis == .horizontal
    return .drag(
      .cell(cell),
      columns: isHorizontal ? end.move.translation : 0,
      rows: isHorizontal ? 0 : end.move.translation,
      velocity: Int(end.velocity.rounded())
    )
  }

  // MARK: Lines

  /// Returns the line of an action; a comment if it is read otherwise.
  private static func line(_ action: ScriptAction, _ missing: String) -> [String] {
    let line = action.line
    let read = Script(line, path: "") { _ throws(CommandError) in throw CommandError("none") }
    return [read.commands.map(\.action) == [action] ? line : Self.missing(missing)]
  }

  /// A comment for what the language has no words for.
  private static func missing(_ text: String) -> String { comment("missing: \(text)") }

  private static func comment(_ text: String) -> String {
    "# " + sanitized(text).split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
