import Glibc
package import NavText
import Synchronization

/// The commits of a repository, which come while `git` still looks for more; one is read when it is
/// opened.
package final class GitLog: Sendable {
  package struct Commit: Hashable, Sendable {
    /// In hexadecimal digits: names the commit in the list.
    package let hash: [UInt8]
    /// One sanitised line.
    package let subject: String
    /// When it was written: year, month and day.
    package let date: String

    /// As a list shows it: dates stand below one another, however long subjects are.
    package var label: String { "\(date)  \(subject)" }
  }

  /// The most commits of the list.
  package static let commitLimit = 100_000
  /// How long is waited for the whole list before a part of it is shown.
  package static let patience = Duration.milliseconds(300)
  /// The same while there is nothing of it, which may yet turn out to be a mistake.
  private static let most = Duration.seconds(5)
  /// Between two times that the list grows on the screen.
  private static let interval = Duration.seconds(1)

  private static let limits = ProcessLimits(
    outputBytes: 64 << 20,
    time: .seconds(120),
    memory: 1 << 30
  )

  private let found: FoundCommits
  private let command: RunningCommand
  private let directory: String

  /// Lets `git` begin with the list.
  ///
  /// - Parameters:
  ///   - arguments: what `git log` takes, but no options.
  ///   - directory: where it runs.
  ///   - changed: called on any thread when there are more.
  /// - Throws: for arguments that are no revisions.
  package init(
    _ arguments: [String],
    in directory: String,
    changed: @escaping @Sendable () -> Void
  ) throws(CommandError) {
    let arguments = try GitArguments(arguments, of: "log")
    let options = [
      "--no-show-signature", "--format=format:%H%x00%as%x00%s", "-z",
      "--max-count=\(Self.commitLimit + 1)",
    ]
    var invocation = GitArguments.invocation("log", options + arguments.all, in: directory)
    // What git says when it fails comes instead of commits.
    invocation.errors = .merged
    let found = FoundCommits()
    self.found = found
    self.directory = directory
    command = RunningCommand(
      invocation,
      within: Self.limits,
      interval: Self.interval,
      receive: { found.append($0) },
      changed: changed
    )
  }

  /// The commits so far, and what is said below them.
  ///
  /// Waits a little for the first ones.
  ///
  /// - Returns: the commits, and nil or a sanitised line.
  /// - Throws: what `git` says where there are none.
  package func list() throws(CommandError) -> (commits: [Commit], note: String?) {
    let start = monotonicTime()
    while command.state.isRunning,
      monotonicTime() < start + (found.isEmpty ? Self.most : Self.patience)
    {
      poll(nil, 0, 5)
    }
    let state = command.state
    let (commits, rest) = found.commits(isEnded: !state.isRunning)
    let shown = Array(commits.prefix(Self.commitLimit))
    switch state {
    case .running: return (shown, "\(grouped(shown.count)) commits so far …")
    case .failed(let error): throw CommandError(error.description)
    case .ended(let end, let time):
      if commits.count > shown.count {
        return (shown, "Only the first \(grouped(shown.count)) commits are shown.")
      }
      if end.isSuccess { return (shown, shown.isEmpty ? "There are no commits." : nil) }
      let said = String(decoding: rest, as: UTF8.self).split(separator: "\n").first
      guard !shown.isEmpty else {
        throw CommandError("git log: \(said ?? "it failed and did not say why")")
      }
      return (shown, sanitized("git log: " + end.text(after: time, limits: Self.limits)))
    }
  }

  package func stop() { command.stop() }

  /// A commit: what was said, which files, what differs.
  package func document(_ hash: [UInt8]) -> TextDocument {
    let name = String(decoding: hash, as: UTF8.self)
    guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 != 0x2D && $0 > 0x20 }) else {
      return TextDocument(blocks: [.note("\(sanitized(name)) is no commit.", .error)])
    }
    let options = [
      "--no-show-signature", "--no-ext-diff", "-m", "--first-parent", "-M",
      "--stat=\(Self.columns)", "--patch", "--format=format:%H%x00%an <%ae>%x00%ad%x00%B%x00",
    ]
    do {
      let bytes = try GitArguments.invocation("show", options + [name, "--"], in: directory)
        .output(of: "git show")
      return Self.document(String(decoding: bytes, as: UTF8.self))
    } catch {
      return TextDocument(blocks: [.note(error.description, .error)])
    }
  }

  /// What a page of text has on a terminal of 80 columns: the table of files is set for them.
  private static let columns = 74

  private static func document(_ text: String) -> TextDocument {
    let fields = text.split(separator: "\0", maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5 else { return TextDocument(printed: Array(text.utf8)) }
    let message = fields[3].split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [TextBlock] = []
    // The page's title says it already, where it has room.
    let subject = sanitized(String(message.first ?? ""))
    if columnWidth(of: subject) > columns - 6 {
      blocks.append(.heading(level: 1, StyledText(subject)))
    }
    let about = ["commit \(fields[0])", "author \(fields[1])", "date   \(fields[2])"].map {
      StyledText(sanitized($0), style: TextStyle(role: .muted))
    }
    blocks.append(.preformatted(about))
    blocks += preformatted(message.dropFirst())
    let rest = fields[4]
    let start =
      rest.hasPrefix("diff --git ")
      ? rest.startIndex
      : rest.firstRange(of: "\ndiff --git ").map { rest.index(after: $0.lowerBound) }
    var statistics = rest[..<(start ?? rest.endIndex)]
    // What stands between the message and the files.
    if let place = statistics.firstRange(of: "---\n") {
      statistics = statistics[place.upperBound...]
    }
    blocks += preformatted(statistics.split(separator: "\n", omittingEmptySubsequences: false)[...])
    if let start { blocks += DiffText(rest[start...], namesFiles: true).blocks }
    return TextDocument(blocks: blocks)
  }

  /// Lines without the blank ones around them.
  private static func preformatted(_ lines: ArraySlice<Substring>) -> [TextBlock] {
    var lines = lines
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    guard !lines.isEmpty else { return [] }
    return [.preformatted(lines.map { StyledText(sanitized(String($0), keeping: .tabs)) })]
  }
}

/// Commits that one thread finds and others read.
private final class FoundCommits: Sendable {
  private struct State {
    var commits: [GitLog.Commit] = []
    /// Bytes of a commit that is not whole.
    var rest: [UInt8] = []
  }

  private let state = Mutex(State())

  func append(_ bytes: ArraySlice<UInt8>) {
    state.withLock { state in
      state.rest += bytes
      let end = state.commits.takeWhole(from: state.rest)
      state.rest.removeFirst(end)
    }
  }

  var isEmpty: Bool { state.withLock { $0.commits.isEmpty } }

  /// - Parameter isEnded: whether nothing will come behind the last bytes.
  /// - Returns: the commits, and the bytes that are none.
  func commits(isEnded: Bool) -> ([GitLog.Commit], [UInt8]) {
    state.withLock { state in
      guard isEnded else { return (state.commits, state.rest) }
      // The last one has no NUL behind it.
      var commits = state.commits
      let end = commits.takeWhole(from: state.rest + [0])
      return (commits, end > state.rest.count ? [] : state.rest)
    }
  }
}

extension [GitLog.Commit] {
  /// Adds what is whole: hash, date and subject, each ending with a NUL.
  ///
  /// - Returns: how many bytes that took.
  fileprivate mutating func takeWhole(from bytes: [UInt8]) -> Int {
    var start = 0
    var fields: [Range<Int>] = []
    var taken = 0
    while let end = bytes[start...].firstIndex(of: 0) {
      fields.append(start..<end)
      start = end + 1
      guard fields.count == 3 else { continue }
      let texts = fields[1...].map { sanitized(String(decoding: bytes[$0], as: UTF8.self)) }
      append(
        GitLog.Commit(
          // What git warned of may stand before it.
          hash: bytes[fields[0]].split(separator: 0x0A).last.map(Array<UInt8>.init) ?? [],
          subject: texts[1],
          date: texts[0]
        )
      )
      fields = []
      taken = start
    }
    return taken
  }
}
