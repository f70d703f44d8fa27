import Glibc
import NavBase

/// Writes files atomically.
package enum OutputFile {
  /// The reason why a file can't be written, as a message.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let isForbidden: Bool
  }

  /// Writes a temporary file in the same directory and renames it, replacing an existing file.
  ///
  /// - Parameters:
  ///   - text: the content of the file.
  ///   - path: the path of the file.
  /// - Throws: the reason why it can't be written; an existing file is then unchanged.
  package static func write(_ text: String, to path: String) throws(Failure) {
    let part = "\(path).\(getpid()).part"
    let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0, !path.utf8.contains(0) else { throw failure(path, errno) }
    var rest = Array(text.utf8)[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        code = errno
      }
    }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(part, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(part)
      throw failure(path, code)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(
      description: "\(sanitized(path)) can't be written (\(String(cString: strerror(code)))): "
        + "name another file with -o",
      isForbidden: code == EACCES || code == EPERM || code == EROFS
    )
  }
}
