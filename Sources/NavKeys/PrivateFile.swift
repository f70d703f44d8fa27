import Glibc
import NavConfiguration
import NavText

/// A file with a secret, which only its owner may read.
package struct PrivateFile: Hashable, Sendable {
  package let path: String

  /// The most bytes of such a file.
  private static let limit = 4 << 10

  package init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Returns: its bytes; nil if it does not exist.
  /// - Throws: if it can't be read, or if others may read it or own it.
  package func read() throws(PrivateFileError) -> [UInt8]? {
    do throws(ConfigurationFileError) {
      let bytes = try ConfigurationFile.read(path: path, limit: Self.limit)
      try check()
      return bytes
    } catch {
      if error.code == .notFound { return nil }
      throw PrivateFileError(error.description)
    }
  }

  private func check() throws(ConfigurationFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ConfigurationFileError(.notFound, path) }
    guard status.st_uid == getuid() else {
      throw ConfigurationFileError(.unreadable(reason: "it belongs to somebody else"), path)
    }
    guard status.st_mode & 0o077 == 0 else {
      throw ConfigurationFileError(
        .unreadable(reason: "others may read this secret: run `chmod 600 \(path)`"),
        path
      )
    }
  }

  /// Writes the file, complete or not at all, and its directory if that does not exist.
  ///
  /// - Returns: false if the file exists already; then it stays as it is.
  /// - Throws: if it can't be written.
  package func create(_ bytes: [UInt8]) throws(PrivateFileError) -> Bool {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try makeDirectories(directory)
    let draft = "\(path).\(getpid())"
    unlink(draft)
    defer { unlink(draft) }
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failed(errno) }
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      throw failed(errno)
    }
    // Unlike a renaming, this replaces nothing.
    if link(draft, path) == 0 { return true }
    guard errno == EEXIST else { throw failed(errno) }
    return false
  }

  private func makeDirectories(_ directory: String) throws(PrivateFileError) {
    guard !directory.isEmpty, mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, let end = directory.lastIndex(of: "/") else { throw failed(errno) }
    try makeDirectories(String(directory[..<end]))
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failed(errno) }
  }

  private func failed(_ error: Int32) -> PrivateFileError {
    PrivateFileError("\(sanitized(path)): can't be written (\(String(cString: strerror(error))))")
  }
}

/// The reason why a file with a secret is not used, and what to do.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
