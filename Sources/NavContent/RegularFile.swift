import Glibc
import NavBase
import NavSystem

/// Reads regular files completely.
package enum RegularFile {
  /// Reads a file of at most `limit` bytes.
  ///
  /// Never blocks: pipes, sockets and devices are rejected before they are opened. If one replaces
  /// the file after that check, it is opened without blocking and then rejected.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - limit: the maximum size, in bytes.
  ///   - root: the directory that links may not lead out of; nil for no restriction.
  /// - Returns: the content.
  package static func read(
    path: String,
    limit: Int,
    beneath root: String? = nil
  ) throws(ContentError) -> [UInt8] {
    let file = try open(path: path, limit: limit, beneath: root)
    let content = try asking(about: path) { () throws(SystemFailure) in
      try file.read(atMost: limit + 1)
    }
    guard content.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    return content
  }

  /// Opens a file of at most `limit` bytes, as `read` does.
  static func open(
    path: String,
    limit: Int = .max,
    beneath root: String? = nil
  ) throws(ContentError) -> Descriptor {
    // The system would cut such a path at the NUL.
    guard !path.utf8.contains(0) else { throw .notFound(path: path) }
    guard ReadingRoot.admits(path.utf8) else { throw .outside(path: path) }
    ReadingBudget.checkReadsFiles()
    ReadFiles.note(path)
    let location = path.utf8.terminated
    if root == nil {
      let before = try asking(about: path) { () throws(SystemFailure) in try status(of: location) }
      try check(before, path: path, limit: limit)
    }
    let file = try asking(about: path) { () throws(SystemFailure) -> Descriptor in
      if let root { return try Descriptor(opening: path.utf8, beneath: root) }
      return try Descriptor(opening: location)
    }
    let opened = try asking(about: path) { () throws(SystemFailure) in try file.status() }
    try check(opened, path: path, limit: limit)
    return file
  }

  static func asking<Answer: ~Copyable>(
    about path: String,
    _ question: () throws(SystemFailure) -> Answer
  ) throws(ContentError) -> Answer {
    do {
      return try question()
    } catch {
      throw ContentError(path: path, code: error.code)
    }
  }

  private static func check(
    _ status: stat,
    path: String,
    limit: Int
  ) throws(ContentError) {
    switch FileType(mode: status.st_mode) {
    case .regular: break
    case .directory: throw .isDirectory(path: path)
    case .pipe, .socket, .device: throw .notRegularFile(path: path)
    }
    guard status.st_size <= limit else { throw .tooLarge(path: path, limit: limit) }
  }
}

/// Reads a text file of at most `limit` bytes, as `DecodedText` does; see `RegularFile.read(path:limit:beneath:)`.
///
/// Bytes that are not UTF-8 stay in the text (`SystemText`): it may name files by them.
package func loadText(
  path: String,
  limit: Int,
  beneath root: String? = nil
) throws(ContentError) -> String {
  let bytes = try RegularFile.read(path: path, limit: limit, beneath: root)
  let decoded = DecodedText(bytes)
  let encoding = TextEncoding(of: bytes)
  guard !decoded.isValid, encoding.unitLength == 1 else { return decoded.text }
  return String(system: Array(bytes.dropFirst(encoding.markLength)))
}

/// Whether symbolic links lead from a path in a directory out of it, at present.
///
/// - Parameters:
///   - path: the path of the file.
///   - root: the directory; an empty path is the working directory.
/// - Returns: false also for a file that does not exist.
func linksLead(from path: String, outOf root: String) -> Bool {
  guard let real = realPath(of: path.utf8) else { return false }
  return realPath(of: (root.isEmpty ? "." : root).utf8).flatMap { place(of: real, in: $0) } == nil
}

/// Returns the innermost directory that contains a directory and what a path names, as it is written: links that lead out
/// of it lead where the path does not say.
///
/// - Parameters:
///   - directory: the directory, empty or with a slash at its end.
///   - path: an absolute path, or one relative to the directory behind that.
/// - Returns: the directory without links; `/` if there is no other.
func sharedDirectory(of directory: String, with path: String) -> String {
  let isBelow =
    directory.isEmpty ? path.utf8.first != 0x2F : path.utf8.starts(with: directory.utf8)
  guard let real = realPath(of: (directory.isEmpty ? "." : directory).utf8),
    let own = ReadingRoot.components(of: real),
    let named = ReadingRoot.components(
      of: isBelow ? real + [0x2F] + path.utf8.dropFirst(directory.utf8.count) : Array(path.utf8)
    )
  else { return "/" }
  let count = zip(own, named.dropLast()).prefix { $0 == $1 }.count
  let shared = Array(own.prefix(count).joined(separator: [0x2F]))
  return "/" + String(decoding: shared, as: UTF8.self)
}

extension ContentError {
  /// Converts the `errno` of a failed system call into an error.
  init(path: String, code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .notFound(path: path)
      case EACCES, EPERM: .notPermitted(path: path)
      case EISDIR: .isDirectory(path: path)
      case ENXIO: .notRegularFile(path: path)
      case EXDEV: .linksOut(path: path)
      case ESTALE: .vanished(path: path)
      default: .unreadable(path: path, code: code, reason: String(cString: strerror(code)))
      }
  }
}

/// The type of a file.
enum FileType: Hashable, Sendable {
  case directory, regular, pipe, socket
  /// A device, or any other type.
  case device

  /// - Parameter mode: the mode in a `stat`.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFREG: .regular
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }

  /// Nil if nothing can be found at a path; links are followed.
  init?(at path: String) {
    guard !path.utf8.contains(0), let status = try? status(of: path.utf8.terminated) else {
      return nil
    }
    self.init(mode: status.st_mode)
  }
}

extension String {
  /// The path without its last component: `.` without a slash, and `/` for an entry of the root.
  var directory: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The path up to its last slash, with it; empty without one.
  var pathBeforeName: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
