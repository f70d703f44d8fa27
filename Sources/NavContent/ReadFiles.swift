import Synchronization

/// The paths of all files that were read, or looked for, to load some content.
///
/// Load the content inside of `record`; all functions that read the file system note their paths themselves.
package final class ReadFiles: Sendable {
  /// By bytes: two files may have names that are the same text, composed and decomposed.
  private let found = Mutex<Set<[UInt8]>>([])

  @TaskLocal private static var current: ReadFiles?

  /// The maximum number of paths that are watched.
  package static let limit = 1_024

  /// The maximum number of paths; further ones are ignored.
  private let limit: Int
  private let whole = Mutex<Set<[UInt8]>>([])

  package init(limit: Int = ReadFiles.limit) {
    self.limit = limit
  }

  /// The paths noted so far.
  package var paths: Set<String> { Set(sortedPaths) }

  /// The paths noted so far, ascending by their bytes.
  var sortedPaths: [String] { Self.sorted(found.withLock(\.self)) }

  /// The directories of which any file may be read later, ascending by the bytes of their paths.
  var sortedDirectories: [String] { Self.sorted(whole.withLock(\.self)) }

  private static func sorted(_ paths: Set<[UInt8]>) -> [String] {
    paths.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Runs `body` and notes the paths that it reads.
  package func record<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.$current.with(self, body)
  }

  /// Notes a path, if a recording is active.
  package static func note(_ path: String) {
    guard let current else { return }
    current.found.withLock { found in
      if found.count < current.limit { found.insert(Array(path.utf8)) }
    }
  }

  /// Notes a directory of which any file may be read later, if a recording is active.
  static func note(directory: String) {
    current?.whole.withLock { _ = $0.insert(Array(directory.utf8)) }
  }
}
