package import NavBase

/// The directory outside of which no file is read: that of the files that a client has sent, while such content is read.
///
/// All functions that read the file system ask it. The files of a bundle contain no links, so that a path's components
/// alone tell where it leads.
enum ReadingRoot {
  /// Nil if all files may be read.
  @TaskLocal private static var current: [UInt8]?

  /// Runs `body`, which then reads nothing outside of a directory.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the directory; nil for no restriction beyond the present one.
  ///   - body: reads files, on this thread alone.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  static func confined<Result, Failure: Error>(
    to root: String?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let root else { return try body() }
    return try $current.with(Array(root.utf8), body)
  }

  /// Whether only the files of one directory may be read.
  static var isConfined: Bool { current != nil }

  /// Whether a path may be read.
  static func admits(_ path: some Sequence<UInt8>) -> Bool {
    guard let current else { return true }
    let path = Array(path)
    guard path.first == 0x2F, let parts = components(of: path) else { return false }
    return components(of: current).map { parts.starts(with: $0) } ?? false
  }

  /// Returns the components of an absolute path, with `.` and `..` resolved; nil if it leads above the root.
  static func components(of path: [UInt8]) -> [ArraySlice<UInt8>]? {
    var parts: [ArraySlice<UInt8>] = []
    for part in path.split(separator: 0x2F) where part != [0x2E] {
      if part == [0x2E, 0x2E] {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}

/// The places where the files of bundles are read.
package protocol BundlePlaces: Sendable {
  /// Makes the files of a bundle available for a session, instead of those of an earlier version.
  ///
  /// - Parameters:
  ///   - bundle: the hash of the bundle's manifest.
  ///   - session: the session that shows it.
  /// - Returns: the absolute path of the directory that contains the files: the same for all versions of the bundle.
  /// - Throws: if the bundle is not there, if the session shows a newer version, or if it has ended.
  func open(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String

  /// Returns the directory of a session's bundle; nil if the session shows none.
  func root(of session: UInt64) -> String?

  /// Releases the place of a session: nothing is opened for it afterwards. Does not wait for the disk.
  func close(_ session: UInt64)
}
