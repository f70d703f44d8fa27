import Glibc
package import NavBase

/// A path that exists, and what it is shown as where nobody says it.
package struct FoundPath: Sendable {
  /// Absolute, without `.` and `..`; symbolic links stay in it, so that they are followed whenever it is read.
  package let path: String
  package let isDirectory: Bool
  /// Whether it is a regular file, which can be read repeatedly.
  package let isFile: Bool
  /// The path without links.
  private let real: String

  /// - Throws: the reason why nothing can be found at the path.
  package init(_ path: String) throws(SystemFailure) {
    guard let absolute = realPath(of: path.utf8) else { throw .last }
    let status = try status(of: absolute.terminated)
    real = String(decoding: absolute, as: UTF8.self)
    self.path = Self.absolute(path) ?? real
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    isFile = status.st_mode & S_IFMT == S_IFREG
  }

  /// Its kind: a book, another directory, or a file by its name and, for YAML, by its keys; any other file is shown as in a
  /// directory.
  package var kind: PathKind {
    if isDirectory { return Self.isBook(directory: path) ? .docs : .tree }
    if real.lastComponent == Self.summaryName { return .docs }
    return PathKind(ofFileNamed: [path, real], at: path) ?? .file
  }

  /// Returns an absolute path with its links, except for those before `..`; nil for one that means another file to each
  /// process.
  private static func absolute(_ path: String) -> String? {
    let names = path.utf8.split(separator: 0x2F).filter { !$0.elementsEqual([0x2E]) }
    let above = names.lastIndex { $0.elementsEqual([0x2E, 0x2E]) }.map { $0 + 1 } ?? 0
    let start = path.utf8.first == 0x2F ? "/" : "./"
    let directory = realPath(of: Array(start.utf8) + names[..<above].joined(separator: [0x2F]))
    guard let directory, !path.hasPrefix("/proc/"), !path.hasPrefix("/dev/") else { return nil }
    let bytes = (directory.split(separator: 0x2F) + names[above...].map { Array($0)[...] })
      .flatMap { [0x2F] + $0 }
    return bytes.isEmpty ? "/" : String(decoding: bytes, as: UTF8.self)
  }

  /// The name of mdBook's table of contents.
  package static let summaryName = "SUMMARY.md"

  /// Whether a directory contains the summary or the settings of an mdBook.
  package static func isBook(directory: String) -> Bool {
    [summaryName, "book.toml"].contains { access("\(directory)/\($0)".utf8.terminated, F_OK) == 0 }
  }
}

extension PathKind {
  /// Guesses the kind of a file by the endings of its names and, for YAML, by its keys; nil for unknown endings.
  ///
  /// - Parameters:
  ///   - names: its names; the kind that is listed last wins.
  ///   - path: the path at which it is read.
  package init?(ofFileNamed names: [String], at path: String) {
    let found = names.compactMap(PathKind.init(ofFileNamed:))
    guard let kind = PathKind.allCases.last(where: found.contains) else { return nil }
    self = kind == .scene && !SceneGuess(path: path).isScene ? .outline : kind
  }
}
