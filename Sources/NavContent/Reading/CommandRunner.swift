import NavBase
import Synchronization

/// The programs whose output sessions show: each is run once for its session, and is terminated with it.
final class CommandRunner: Sendable {
  /// The most command lines that run at a time, for all sessions together.
  static let limit = 64

  private enum Program: Sendable {
    case command(FollowedCommand)
    /// A command line that an earlier daemon has run: it is unknown whether it may be run twice.
    case forgotten
    case manual(ManualPage)
    case log(GitLog)
    case diff(GitDiff)
  }

  private let sessions = Mutex<[UInt64: [CommandLine: Program]]>([:])
  private let changed: @Sendable (UInt64) -> Void
  private let mayRun = Atomic(true)

  /// - Parameter changed: called on any thread with a session for which a program has printed more.
  init(changed: @escaping @Sendable (UInt64) -> Void) {
    self.changed = changed
  }

  /// Returns what a program shows now; runs it if it has not run yet.
  ///
  /// - Parameters:
  ///   - line: the program.
  ///   - session: the session that shows it.
  ///   - purpose: why it is read.
  /// - Returns: its page, or a list of its pages.
  /// - Throws: if it can't be run, or has nothing to show.
  func content(
    of line: CommandLine,
    for session: UInt64,
    _ purpose: ContentReader.Purpose
  ) throws(ProgramError) -> SessionContent {
    let known = sessions.withLock { $0[session]?[line] }
    if let known, purpose != .reload { return try content(known, of: line) }
    let program = try start(line, for: session, isRestored: purpose == .restoration)
    sessions.withLock { $0[session, default: [:]][line] = program }
    return try content(program, of: line)
  }

  /// Returns the page of an entry in a program's list; nil if the program is not known.
  func page(
    _ request: PageReference,
    of session: UInt64,
    _ highlighter: CodeHighlighter
  ) -> SessionContent? {
    let programs = sessions.withLock { $0[session] ?? [:] }
    let found = programs.first { $0.key.location == request.source.location }
    guard let program = found?.value else { return nil }
    let key = Array(request.path.dropFirst(Self.root.count + 1))
    let document: TextDocument
    var title = request.label
    switch program {
    case .log(let log):
      document = log.document(key)
      // The subject is part of the text, whatever its length.
      title = "commit " + sanitized(String(decoding: key.prefix(10), as: UTF8.self))
    case .diff(let diff): document = diff.document(key)
    case .command, .forgotten, .manual: return nil
    }
    let path = String(decoding: key, as: UTF8.self)
    let colored = highlighter.highlighted(diff: document, of: path)
    return .page(PageContent(title: title, document: colored))
  }

  /// Whether a source is `git diff`.
  func isDiff(_ source: PageSource, of session: UInt64) -> Bool {
    let programs = sessions.withLock { $0[session] ?? [:] }
    let found = programs.first { $0.key.location == source.location }
    if case .diff = found?.value { return true }
    return false
  }

  var isAllowed: Bool { mayRun.load(ordering: .relaxed) }

  func allow(_ isAllowed: Bool) { mayRun.store(isAllowed, ordering: .relaxed) }

  /// Terminates a session's programs.
  func close(_ session: UInt64) {
    // A program ends when it is released.
    _ = sessions.withLock { $0.removeValue(forKey: session) }
  }

  private func start(
    _ line: CommandLine,
    for session: UInt64,
    isRestored: Bool
  ) throws(ProgramError) -> Program {
    let changed = changed
    let again: @Sendable () -> Void = { changed(session) }
    switch line.kind {
    case .shell:
      if isRestored { return .forgotten }
      guard running < Self.limit else {
        throw ProgramError(
          "\(Self.limit) commands run already, the limit: end a session with `navclient kill`"
        )
      }
      let text = line.arguments.first ?? ""
      return .command(FollowedCommand(text, in: line.directory, changed: again))
    case .man: return .manual(try ManualPage(line.arguments, in: line.directory))
    case .gitLog: return .log(try GitLog(line.arguments, in: line.directory, changed: again))
    case .gitDiff: return .diff(try GitDiff(line.arguments, in: line.directory))
    }
  }

  private var running: Int {
    sessions.withLock { sessions in
      sessions.values.reduce(0) { count, programs in
        count
          + programs.values.count { program in
            if case .command(let command) = program { command.isRunning } else { false }
          }
      }
    }
  }

  // MARK: Content

  /// The path of the lists of programs, and the prefix of their pages' paths.
  private static let root = Array("program".utf8)

  private func content(
    _ program: Program,
    of line: CommandLine
  ) throws(ProgramError) -> SessionContent {
    let title = sanitized(ContentSpec.command(line).shortName).truncated(toColumns: 60)
    switch program {
    case .command(let command):
      // In this order, so that the end is never reported before the output is complete.
      let isRunning = command.isRunning
      var page = PageContent(title: title, document: command.document)
      page.isGrowing = isRunning
      page.isFollowed = command.isFollowed
      return .text(page)
    case .forgotten:
      let note = "This command was run before navd was started anew. Ctrl-R runs it again."
      return .text(PageContent(title: title, document: TextDocument(blocks: [.note(note)])))
    case .manual(let page):
      return .text(PageContent(title: page.title, document: page.document))
    case .log(let log):
      let (commits, note) = try log.list()
      let entries = zip(commits, GitLog.details(of: commits)).map { commit, detail in
        ListEntry(
          key: commit.hash,
          label: commit.subject,
          detail: detail,
          lead: commit.lead,
          opens: .text
        )
      }
      return list(entries, note: note, details: .column, title: title, of: line)
    case .diff(let diff):
      let entries = diff.files.map { file in
        ListEntry(key: file.key, label: file.label, detail: file.detail, opens: .text)
      }
      let note =
        diff.isCut
        ? "Only the first \(GitDiff.fileLimit) files are shown."
        : entries.isEmpty ? "There are no differences." : nil
      return list(entries, note: note, details: .columnBehindEnds, title: title, of: line)
    }
  }

  private func list(
    _ entries: [ListEntry],
    note: String?,
    details: ListContent.Details,
    title: String,
    of line: CommandLine
  ) -> SessionContent {
    let list = ListContent(
      entries: entries,
      notes: [note].compactMap(\.self),
      details: details
    )
    return .stack(
      StackContent(
        root: .page(PageContent(title: title, list: list)),
        path: Self.root,
        source: PageSource(.program, at: line.location)
      )
    )
  }
}

extension CommandLine {
  /// Distinguishes it from all other command lines.
  fileprivate var location: [UInt8] {
    Array(([kind.name, directory] + arguments).joined(separator: "\0").utf8)
  }
}
