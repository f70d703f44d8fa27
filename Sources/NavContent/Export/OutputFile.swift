import Glibc
import NavText

/// A file that is written at once, or not at all.
package enum OutputFile {
  /// Why it can't be written, for people.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let isForbidden: Bool
  }

  /// Writes a file beside its place and moves it there; what was there before is replaced.
  ///
  /// - Parameters:
  ///   - text: what it is to have.
  ///   - path: where it is to be.
  /// - Throws: why it can't be; what was there is still there then.
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
