import NavBase
import Synchronization

/// Commits, found by one thread and read by others.
final class FoundCommits: Sendable {
  fileprivate struct State {
    var commits: [GitLog.Commit] = []
    var graph = CommitGraph()
    /// The names of authors, to share equal strings.
    var authors: [String: String] = [:]
    /// The bytes of an incomplete commit.
    var rest: [UInt8] = []
    /// Whether `git` has ended, and the commits are in their final order.
    var isEnded = false
  }

  private let state = Mutex(State())

  func append(_ bytes: ArraySlice<UInt8>) {
    state.withLock { state in
      state.rest += bytes
      let end = state.takeWhole(from: state.rest)
      state.rest.removeFirst(end)
    }
  }

  var isEmpty: Bool { state.withLock { $0.commits.isEmpty } }

  /// Returns the commits found so far.
  ///
  /// - Parameter isEnded: whether `git` has ended.
  /// - Returns: the commits, and the remaining bytes that are not a commit.
  func commits(isEnded: Bool) -> ([GitLog.Commit], [UInt8]) {
    state.withLock { state in
      guard isEnded else { return (state.commits, state.rest) }
      // The last commit has no NUL after it.
      if state.takeWhole(from: state.rest + [0]) > state.rest.count { state.rest = [] }
      if !state.isEnded, !state.graph.isClosed { state.closeGraph() }
      state.isEnded = true
      return (state.commits, state.rest)
    }
  }
}

extension FoundCommits.State {
  /// The number of fields of a commit, each ended by a NUL: hash, short hash, parents, date, author, subject.
  private static var fieldCount: Int { 6 }

  /// Adds all complete commits.
  ///
  /// - Returns: the number of bytes consumed.
  fileprivate mutating func takeWhole(from bytes: [UInt8]) -> Int {
    var start = 0
    var fields: [Range<Int>] = []
    var taken = 0
    while let end = bytes[start...].firstIndex(of: 0) {
      fields.append(start..<end)
      start = end + 1
      guard fields.count == Self.fieldCount else { continue }
      add(fields.map { bytes[$0] })
      fields.removeAll(keepingCapacity: true)
      taken = start
    }
    return taken
  }

  private mutating func add(_ fields: [ArraySlice<UInt8>]) {
    // Warnings of git may precede the hash.
    let hash = fields[0].split(separator: 0x0A).last.map(Array<UInt8>.init) ?? []
    let texts = [1, 3, 4, 5].map { sanitized(String(decoding: fields[$0], as: UTF8.self)) }
    let number = commitNumber(hash)
    let parents = fields[2].split(separator: 0x20).map(commitNumber)
    let author = authors[texts[2]] ?? texts[2]
    authors[author] = author
    commits.append(
      GitLog.Commit(
        hash: hash,
        shortHash: texts[0],
        subject: texts[3],
        author: author,
        date: texts[1],
        graph: graph.row(of: number, parents: parents),
        number: number,
        parents: parents
      )
    )
  }

  /// Puts each parent behind all of its children, and draws the graph again without parents that are not in the list, so
  /// that no lane waits for them; those behind the end of a list that was cut stay.
  ///
  /// `git` sorts by date: of commits of the same second, and with wrong clocks, a parent may come before a child.
  fileprivate mutating func closeGraph() {
    let isCut = commits.count > GitLog.commitLimit
    sortParents()
    let known = Set(commits.map(\.number))
    graph = CommitGraph()
    for index in commits.indices {
      let parents = commits[index].parents.filter { isCut || known.contains($0) }
      commits[index].graph = graph.row(of: commits[index].number, parents: parents)
    }
  }

  /// Moves each commit that is before one of its children directly behind the last of them; O(commits).
  private mutating func sortParents() {
    var places: [UInt64: Int] = [:]
    places.reserveCapacity(commits.count)
    for (index, commit) in commits.enumerated() { places[commit.number] = index }
    let parents = commits.map { $0.parents.compactMap { places[$0] } }
    /// The number of children that are not in `order` yet.
    var children = Array(repeating: 0, count: commits.count)
    for parent in parents.joined() { children[parent] += 1 }
    var order: [Int] = []
    for index in commits.indices where children[index] == 0 {
      var ready = [index]
      while let next = ready.popLast() {
        order.append(next)
        for parent in parents[next] {
          children[parent] -= 1
          if children[parent] == 0, parent < index { ready.append(parent) }
        }
      }
    }
    // Equal numbers of different commits may make a circle.
    if order.count == commits.count { commits = order.map { commits[$0] } }
  }
}

/// Returns the first 16 hexadecimal digits of a hash as a number.
private func commitNumber(_ hash: some Sequence<UInt8>) -> UInt64 {
  hash.prefix(16).reduce(0) { number, digit in
    number << 4 | UInt64(digit & 0xF) &+ (digit > 0x39 ? 9 : 0)
  }
}
