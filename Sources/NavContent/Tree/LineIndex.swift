import Glibc
import NavBase
import NavSystem
import Synchronization

/// The number of lines before each piece of a large text file, as far as they were counted.
///
/// It stays valid while the file grows.
struct LineIndex: Sendable {
  /// The length of a piece; a multiple of every code unit.
  static let pieceBytes = 1 << 20

  private let identity: FileIdentity
  /// The number of line ends before each piece, ascending.
  private var ends = [0]
  private var samples: FileSamples?

  private init(_ status: stat) {
    identity = FileIdentity(status)
  }

  /// The number of bytes that were counted.
  var counted: Int { (ends.count - 1) * Self.pieceBytes }
  /// The number of line ends in them.
  var lines: Int { ends[ends.count - 1] }

  func lines(before piece: Int) -> Int { ends[piece] }

  /// Returns the piece with the line end before a line, or the one behind the counted ones.
  func piece(ofLine line: Int) -> Int {
    max(0, ends.partitioningIndex { $0 >= line } - 1)
  }

  /// Counts the lines of one more piece; returns false if the file has no further whole one.
  mutating func extend(over file: TextFile) -> Bool {
    let end = counted + Self.pieceBytes
    guard end <= file.size else { return false }
    ends.append(lines + file.countLineEnds(in: counted..<end))
    samples = FileSamples(to: counted, read: file.read)
    return true
  }

  /// Whether a file is the counted one, which may have grown.
  private func isValid(for status: stat, _ file: TextFile) -> Bool {
    identity == FileIdentity(status) && counted <= file.size
      && samples.map { $0 == FileSamples(to: counted, read: file.read) } ?? true
  }

  // MARK: Indices of all files

  private static let kept = Mutex<[(path: [UInt8], index: LineIndex)]>([])
  /// The most files whose indices are kept.
  private static let limit = 64

  /// Runs `body` with the index of a file, and keeps that for the next time.
  static func use<Result>(
    of file: TextFile,
    _ status: stat,
    at path: [UInt8],
    _ body: (inout LineIndex) -> Result
  ) -> Result {
    let known = kept.withLock { kept in kept.first { $0.path == path }?.index }
    var index =
      known.flatMap { $0.isValid(for: status, file) ? $0 : nil } ?? LineIndex(status)
    defer {
      kept.withLock { kept in
        kept.removeAll { $0.path == path }
        if kept.count >= limit { kept.removeFirst() }
        kept.append((path, index))
      }
    }
    return body(&index)
  }
}

extension Array {
  /// Returns the number of elements before the first one that satisfies a condition, which all after it satisfy, too.
  ///
  /// O(log(count)).
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
