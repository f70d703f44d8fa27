import Glibc
import NavBase
import NavSystem

/// Reads regular files completely.
package enum RegularFile {
  /// Reads a file of at most `limit` bytes.
  ///
  /// Never blocks: pipes, sockets and devices are rejected before they are opened. If one replaces
  /// the file after that check, it is opened without blocking and then rejected.
  package static func read(path: String, limit: Int) throws(ContentError) -> [UInt8] {
    let file = try open(path: path, limit: limit)
    let content = try asking(about: path) { () throws(SystemFailure) in
      try file.read(atMost: limit + 1)
    }
    guard content.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    return content
  }

  /// Opens a file of at most `limit` bytes, as `read` does.
  static func open(path: String, limit: Int = .max) throws(ContentError) -> Descriptor {
    // The system would cut such a path at the NUL.
    guard !path.utf8.contains(0) else { throw .notFound(path: path) }
    guard ReadingRoot.admits(path.utf8) else { throw .outside(path: path) }
    ReadingBudget.checkReadsFiles()
    ReadFiles.note(path)
    let location = path.utf8.terminated
    let before = try asking(about: path) { () throws(SystemFailure) in try status(of: location) }
    try check(before, path: path, limit: limit)
    let file = try asking(about: path) { () throws(SystemFailure) in
      try Descriptor(opening: location)
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

/// Reads a text file of at most `limit` bytes, as `DecodedText` does.
package func loadText(path: String, limit: Int) throws(ContentError) -> String {
  DecodedText(try RegularFile.read(path: path, limit: limit)).text
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
}
