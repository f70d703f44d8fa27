import Glibc
import NavBase
package import NavSystem

/// A file that is written as a whole or not at all: a temporary file in the same directory is renamed in the end.
///
/// A device or a pipe is written as it is.
package struct OutputFile: ~Copyable {
  private let path: String
  /// The temporary file; nil for a device or a pipe.
  private let part: String?
  private let number: Int32
  private var isFinished = false

  /// The reason why a file can't be written, as a message.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let cause: SystemFailure
  }

  /// Begins a file that replaces an existing one when it is finished.
  ///
  /// - Throws: the reason why it can't be written.
  package init(replacing path: String) throws(Failure) {
    var status = stat()
    let isReplaced =
      stat(path.utf8.terminated, &status) != 0 || FileType(mode: status.st_mode) == .regular
    let part = isReplaced ? "\(path).\(getpid()).part" : nil
    let flags = isReplaced ? O_CREAT | O_EXCL | O_NOFOLLOW : O_NOCTTY
    let number = open((part ?? path).utf8.terminated, O_WRONLY | O_CLOEXEC | flags, 0o666)
    guard number >= 0, !path.utf8.contains(0) else { throw Self.failure(path, errno) }
    self.path = path
    self.part = part
    self.number = number
  }

  deinit {
    guard !isFinished else { return }
    close(number)
    if let part { unlink(part.utf8.terminated) }
  }

  /// Appends a part of the file's content.
  package borrowing func write(_ text: String) throws(Failure) {
    try write(bytes: Array(text.utf8))
  }

  /// Appends a part of the file's content.
  package borrowing func write(bytes: [UInt8]) throws(Failure) {
    do throws(SystemFailure) {
      try writeAll(bytes, to: number)
    } catch {
      throw Self.failure(path, error.code)
    }
  }

  /// Replaces an existing file; without it, that file is unchanged.
  package mutating func finish() throws(Failure) {
    isFinished = true
    var code: Int32 = close(number) == 0 ? 0 : errno
    if let part, code == 0, rename(part.utf8.terminated, path.utf8.terminated) != 0 { code = errno }
    guard code == 0 else {
      if let part { unlink(part.utf8.terminated) }
      throw Self.failure(path, code)
    }
  }

  /// Writes a whole file.
  package static func write(_ text: String, to path: String) throws(Failure) {
    var file = try OutputFile(replacing: path)
    try file.write(text)
    try file.finish()
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    let cause = SystemFailure(code: code)
    return Failure(
      description: "\(sanitized(path)) can't be written (\(cause)): name another file with -o",
      cause: cause
    )
  }
}
