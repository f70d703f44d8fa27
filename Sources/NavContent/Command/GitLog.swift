import Glibc
package import NavBase
import NavSystem

/// The commits of a repository, listed while `git log` still runs; a commit is read when it is
/// opened.
package final class GitLog: Sendable {
  package struct Commit: Hashable, Sendable {
    /// The hash in hexadecimal digits; it identifies the commit in the list.
    package let hash: [UInt8]
    /// The shortest prefix of the hash that is unique in the repository.
    package let shortHash: String
    /// The subject as one sanitised line.
    package let subject: String
    /// The author's name as one sanitised line.
    package let author: String
    /// The author date: year, month and day.
    package let date: String
    /// The commit's row of the graph: lane symbols of two columns each.
    package internal(set) var graph: String
    /// The first 16 digits of the hash as a number, and those of the parents.
    let number: UInt64
    let parents: [UInt64]

    /// The text before the subject in a list.
    package var lead: String { graph + shortHash + " " }
  }

  /// Returns the author and date of each commit, in aligned columns.
  package static func details(of commits: [Commit]) -> [String] {
    let limit = authorColumns
    var shown: [String: (text: String, columns: Int)] = [:]
    for commit in commits where shown[commit.author] == nil {
      let text = commit.author.truncated(toColumns: limit)
      shown[commit.author] = (text, columnWidth(of: text))
    }
    let width = shown.values.reduce(0) { max($0, $1.columns) }
    return commits.map { commit in
      let author = shown[commit.author] ?? ("", 0)
      let gap = String(repeating: " ", count: width - author.columns + 2)
      return author.text + gap + commit.date
    }
  }

  /// The maximum width of an author's name in a list, in columns.
  package static let authorColumns = 18

  /// The maximum number of commits in the list.
  package static let commitLimit = 100_000
  /// The longest wait for the whole list before a part of it is shown.
  package static let patience = Duration.milliseconds(300)
  /// The longest wait while the list is empty, since `git` may still fail.
  private static let most = Duration.seconds(5)
  /// The interval between updates of a growing list.
  private static let interval = Duration.seconds(1)

  private static let limits = ProcessLimits(
    outputBytes: 64 << 20,
    time: .seconds(120),
    memory: 1 << 30
  )

  private let found: FoundCommits
  private let command: RunningCommand
  private let directory: String

  /// Starts `git log`.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of `git log`, without options.
  ///   - directory: the working directory.
  ///   - changed: called on any thread when there are more commits.
  /// - Throws: an error if an argument is an option.
  package init(
    _ arguments: [String],
    in directory: String,
    changed: @escaping @Sendable () -> Void
  ) throws(ProgramError) {
    let arguments = try GitArguments(arguments, of: "log")
    let options = [
      // With `--parents`, a partial history names the nearest ancestors in the list.
      "--parents", "--format=format:%H%x00%h%x00%P%x00%as%x00%an%x00%s",
      "-z", "--max-count=\(Self.commitLimit + 1)",
    ]
    var invocation = try GitArguments.invocation("log", options + arguments.all, in: directory)
    // If git fails, its message comes instead of commits.
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

  /// Returns the commits found so far and the note below them.
  ///
  /// Blocks up to ``patience`` for the list to become complete, longer while it is empty.
  ///
  /// - Returns: the commits, and a sanitised line or nil.
  /// - Throws: git's message if it failed without any commit.
  package func list() throws(ProgramError) -> (commits: [Commit], note: String?) {
    let start = monotonicNow()
    while command.state.isRunning,
      monotonicNow() < start + (found.isEmpty ? Self.most : Self.patience)
    {
      poll(nil, 0, 5)
    }
    let state = command.state
    let (commits, rest) = found.commits(isEnded: !state.isRunning)
    let shown = Array(commits.prefix(Self.commitLimit))
    switch state {
    case .running: return (shown, "\(grouped(shown.count)) commits so far …")
    case .failed(let error): throw ProgramError(error.description)
    case .ended(let end, let time):
      if commits.count > shown.count {
        return (shown, "Only the first \(grouped(shown.count)) commits are shown.")
      }
      if end.isSuccess { return (shown, shown.isEmpty ? "There are no commits." : nil) }
      let said = String(decoding: rest, as: UTF8.self).split(separator: "\n").first
      guard !shown.isEmpty else {
        throw ProgramError("git log: \(said ?? "it failed and did not say why")")
      }
      return (shown, sanitized("git log: " + end.text(after: time, limits: Self.limits)))
    }
  }

  package func stop() { command.stop() }

  /// Returns a commit as a text: message, changed files, and the diff.
  package func document(_ hash: [UInt8]) -> TextDocument {
    let name = String(decoding: hash, as: UTF8.self)
    guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 != 0x2D && $0 > 0x20 }) else {
      return TextDocument(blocks: [.note("\(sanitized(name)) is no commit.", .error)])
    }
    let options = [
      "-m", "--first-parent", "-M", "--numstat", "--patch",
      "--format=format:%H%x00%an <%ae>%x00%ad%x00%B%x00",
    ]
    do {
      let bytes = try GitArguments.invocation("show", options + [name, "--"], in: directory)
        .output(of: "git show")
      return Self.document(String(decoding: bytes, as: UTF8.self))
    } catch {
      return TextDocument(blocks: [.note(error.description, .error)])
    }
  }

  /// The width of a text page on a terminal of 80 columns.
  private static let columns = 74

  private static func document(_ text: String) -> TextDocument {
    let fields = text.split(separator: "\0", maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5 else { return TextDocument(printed: Array(text.utf8)) }
    let message = CommitMessage(fields[3])
    var blocks: [TextBlock] = []
    if !message.subject.isEmpty { blocks.append(.heading(level: 1, StyledText(message.subject))) }
    let about = ["commit \(fields[0])", "author \(fields[1])", "date \(fields[2])"]
    let text = about.map { sanitized($0) }.joined(separator: "\n")
    blocks.append(.paragraph(StyledText(text, style: TextStyle(role: .muted))))
    blocks += message.blocks
    let rest = fields[4]
    let start =
      rest.hasPrefix("diff --git ")
      ? rest.startIndex
      : rest.firstRange(of: "\ndiff --git ").map { rest.index(after: $0.lowerBound) }
    var statistics = rest[..<(start ?? rest.endIndex)]
    // Drop the separator between the message and the files.
    if let place = statistics.firstRange(of: "---\n") {
      statistics = statistics[place.upperBound...]
    }
    blocks += Self.statistics(statistics)
    if let start { blocks += DiffText(rest[start...], namesFiles: true).blocks }
    return TextDocument(blocks: blocks)
  }

  /// Parses lines of `added TAB removed TAB path` into lines with aligned counts.
  private static func statistics(_ text: Substring) -> [TextBlock] {
    let files = text.split(separator: "\n").compactMap { line -> (String, DiffCounts)? in
      let fields = line.split(separator: "\t", maxSplits: 2)
      guard fields.count == 3 else { return nil }
      let names = fields[2].split(separator: " => ").map { GitPath.shown(GitPath.unquoted($0)) }
      let name = names.joined(separator: " → ")
      return (name, DiffCounts(added: Int(fields[0]), removed: Int(fields[1])))
    }
    return files.isEmpty ? [] : [.preformatted(DiffCounts.lines(of: files))]
  }
}
