import NavText
import Synchronization

/// The files below a directory, as far as a thread has gathered them; they can be looked for meanwhile, on any thread.
package final class FileIndex: Sendable {
  private struct Gathered {
    /// Relative to the directory, in the order in which they were met: what lies higher first.
    var paths: [[UInt8]] = []
    var bytes = 0
    var isDone = false
    var isCut = false
    var isAbandoned = false
  }

  /// What an index may hold at most.
  package struct Limits: Sendable {
    package var files = 200_000
    /// Of all paths together.
    package var bytes = 16 << 20
    /// How many directories lie in one another.
    package var depth = 64

    package init() {}
  }

  /// What was found.
  package struct Found: Sendable {
    package struct File: Hashable, Sendable {
      /// The names that lead to it.
      package let names: [[UInt8]]
      /// The path as one sanitised line.
      package let label: String
      /// What of the label has the words.
      package let marks: [Range<Int>]
    }

    package var files: [File] = []
    /// How many have the words.
    package var count = 0
    package var looked = 0
    package var isDone = false
    package var isCut = false
  }

  private let root: [UInt8]
  private let showsHidden: Bool
  private let limits: Limits
  private let gathered = Mutex(Gathered())

  /// Directories that nobody looks for files in.
  package static let skipped: Set<[UInt8]> = [Array(".git".utf8)]

  /// - Parameters:
  ///   - root: the path of the directory.
  ///   - showsHidden: whether entries count whose names begin with a dot.
  ///   - limits: what it may hold.
  package init(root: [UInt8], showsHidden: Bool, limits: Limits = Limits()) {
    self.root = root
    self.showsHidden = showsHidden
    self.limits = limits
  }

  /// Gathers all files; takes as long as the disk does, and ends early where it is abandoned.
  ///
  /// Links to directories are not followed, so that it ends.
  package func gather() {
    var level: [[UInt8]] = [[]]
    for _ in 0..<limits.depth where !level.isEmpty {
      var next: [[UInt8]] = []
      for directory in level {
        guard let found = gather(directory, into: &next) else { return }
        guard found else { return finish(isCut: true) }
      }
      level = next
    }
    finish(isCut: !level.isEmpty)
  }

  /// Nobody looks any more.
  package func abandon() { gathered.withLock { $0.isAbandoned = true } }

  package var isDone: Bool { gathered.withLock { $0.isDone } }

  private func finish(isCut: Bool) {
    gathered.withLock { gathered in
      gathered.isDone = true
      gathered.isCut = gathered.isCut || isCut
    }
  }

  /// Adds the files of a directory; false where there are too many, nil where nobody looks any more.
  private func gather(_ directory: [UInt8], into directories: inout [[UInt8]]) -> Bool? {
    let slash: [UInt8] = [0x2F]
    let path = directory.isEmpty ? root : root + slash + directory
    let order = ListingOrder(.name, showsHidden: showsHidden)
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
    return gathered.withLock { gathered -> Bool? in
      guard !gathered.isAbandoned else { return nil }
      for path in files {
        guard gathered.paths.count < limits.files, gathered.bytes + path.count <= limits.bytes
        else {
          return false
        }
        gathered.paths.append(path)
        gathered.bytes += path.count
      }
      gathered.isCut = gathered.isCut || isCut
      return true
    }
  }

  // MARK: Looking

  /// The files that have some words in their paths, the best first.
  ///
  /// O(gathered bytes), and O(count · log count) for those that have the words.
  ///
  /// - Parameters:
  ///   - words: without any, all files in the order in which they were met.
  ///   - limit: how many are given.
  /// - Returns: those, and how many there are in all.
  package func files(having words: String, limit: Int) -> Found {
    let (paths, isDone, isCut) = gathered.withLock { ($0.paths, $0.isDone, $0.isCut) }
    var found = Found()
    (found.looked, found.isDone, found.isCut) = (paths.count, isDone, isCut)
    let query = NameQuery(words)
    if query.isEmpty {
      found.count = paths.count
      found.files = paths.prefix(limit).map { Found.File($0, marks: []) }
      return found
    }
    var matches: [(index: Int, match: NameQuery.Match)] = []
    for (index, path) in paths.enumerated() {
      if let match = query.match(path) { matches.append((index, match)) }
    }
    matches.sort { ($1.match.score, $0.index) < ($0.match.score, $1.index) }
    found.count = matches.count
    found.files = matches.prefix(limit).map { Found.File(paths[$0.index], marks: $0.match.marks) }
    return found
  }
}

extension FileIndex.Found.File {
  fileprivate init(_ path: [UInt8], marks: [Range<Int>]) {
    names = path.split(separator: 0x2F).map(Array.init)
    label = readable(path)
    // What can't be shown as it is has other bytes.
    self.marks = label.utf8.elementsEqual(path) ? marks : []
  }
}
