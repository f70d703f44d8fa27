import NavBase
import Synchronization

/// An index of the files below a directory, built by one thread; it can be searched meanwhile on any thread.
package final class FileIndex: Sendable {
  private struct Gathered {
    /// The paths relative to the directory, breadth first, one behind the other: an array of each would take more
    /// memory than its path.
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var isDone = false
    var isCut = false

    func path(at index: Int) -> [UInt8] {
      Array(bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
    }
  }

  /// The limits of an index.
  package struct Limits: Sendable {
    package var files = 1_000_000
    /// The total size of all paths, in bytes.
    package var bytes = 64 << 20
    /// The maximum nesting depth of directories.
    package var depth = 64

    package init() {}
  }

  /// The result of a search.
  package struct Found: Sendable {
    package struct File: Hashable, Sendable {
      /// The path components.
      package let names: [[UInt8]]
      /// The path as one sanitised line.
      package let label: String
      /// The byte ranges of the label that match the words.
      package let marks: [Range<Int>]
    }

    package var files: [File] = []
    /// The number of matching files, also beyond the limit of `files`.
    package var count = 0
    package var looked = 0
    package var isDone = false
    package var isCut = false
  }

  private let root: [UInt8]
  private let showsHidden: Bool
  private let limits: Limits
  private let gathered = Mutex(Gathered())

  /// The names of directories that are not searched.
  package static let skipped: Set<[UInt8]> = [Array(".git".utf8)]

  /// - Parameters:
  ///   - root: the path of the directory.
  ///   - showsHidden: whether entries whose names start with a dot are included.
  ///   - limits: the limits of the index.
  package init(root: [UInt8], showsHidden: Bool, limits: Limits = Limits()) {
    self.root = root
    self.showsHidden = showsHidden
    self.limits = limits
  }

  /// Builds the index; blocks on the file system.
  ///
  /// Links to directories are not followed, so the search ends.
  ///
  /// - Parameter isWanted: called for each directory; building ends early when it returns false.
  package func gather(while isWanted: () -> Bool = { true }) {
    var level: [[UInt8]] = [[]]
    for _ in 0..<limits.depth where !level.isEmpty {
      var next: [[UInt8]] = []
      for directory in level {
        guard isWanted() else { return }
        guard gather(directory, into: &next) else { return finish(isCut: true) }
      }
      level = next
    }
    finish(isCut: !level.isEmpty)
  }

  package var isDone: Bool { gathered.withLock { $0.isDone } }

  private func finish(isCut: Bool) {
    gathered.withLock { gathered in
      gathered.isDone = true
      gathered.isCut = gathered.isCut || isCut
    }
  }

  /// Adds the files of a directory; false at a limit.
  private func gather(_ directory: [UInt8], into directories: inout [[UInt8]]) -> Bool {
    let slash: [UInt8] = [0x2F]
    let path = directory.isEmpty ? root : root + slash + directory
    let order = TreeOrder(showsHidden: showsHidden)
    guard case .directory(let listing) = loadTreePage(path: path, ancestors: [], order: order)
    else {
      return true
    }
    var files: [[UInt8]] = []
    for entry in listing.entries {
      let path = directory.isEmpty ? entry.name : directory + slash + entry.name
      switch entry.kind {
      case .directory: if !Self.skipped.contains(entry.name) { directories.append(path) }
      case .file, .linkToFile: files.append(path)
      case .linkToDirectory, .brokenLink, .pipe, .socket, .device: break
      }
    }
    let isCut = listing.omittedCount > 0
    return gathered.withLock { gathered in
      for path in files {
        guard gathered.ends.count < limits.files,
          gathered.bytes.count + path.count <= limits.bytes
        else { return false }
        gathered.bytes += path
        gathered.ends.append(gathered.bytes.count)
      }
      gathered.isCut = gathered.isCut || isCut
      return true
    }
  }

  // MARK: Search

  /// Finds the files whose paths match words, best match first.
  ///
  /// O(indexed bytes), and O(count · log count) for the matches.
  ///
  /// - Parameters:
  ///   - words: the words; if there are none, all files match, in index order.
  ///   - limit: the maximum number of files to return.
  /// - Returns: the first matches, and the number of all matches.
  package func files(having words: String, limit: Int) -> Found {
    let gathered = gathered.withLock { $0 }
    let count = gathered.ends.count
    var found = Found()
    (found.looked, found.isDone, found.isCut) = (count, gathered.isDone, gathered.isCut)
    let query = NameQuery(words)
    if query.isEmpty {
      found.count = count
      found.files = (0..<min(limit, count)).map { Found.File(gathered.path(at: $0), marks: []) }
      return found
    }
    var matches: [(index: Int, match: NameQuery.Match)] = []
    for index in 0..<count {
      if let match = query.match(gathered.path(at: index)) { matches.append((index, match)) }
    }
    matches.sort { ($1.match.score, $0.index) < ($0.match.score, $1.index) }
    found.count = matches.count
    found.files = matches.prefix(limit).map {
      Found.File(gathered.path(at: $0.index), marks: $0.match.marks)
    }
    return found
  }
}

extension FileIndex.Found.File {
  fileprivate init(_ path: [UInt8], marks: [Range<Int>]) {
    names = path.split(separator: 0x2F).map(Array.init)
    label = readable(path)
    // The marks don't apply to a label that differs from the path.
    self.marks = label.utf8.elementsEqual(path) ? marks : []
  }
}
