import Glibc
import NavBase

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
    guard stat(path.utf8.terminated, &status) == 0 else {
      throw ConfigurationFileError(.notFound, path)
    }
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
    try makeDirectories(directory)
    let draft = "\(path).\(getpid())"
    unlink(draft.utf8.terminated)
    defer { unlink(draft.utf8.terminated) }
    try writeDraft(bytes, to: draft)
    // Unlike a renaming, this replaces nothing.
    if link(draft.utf8.terminated, path.utf8.terminated) == 0 {
      syncDirectory()
      return true
    }
    guard errno == EEXIST else { throw failed(errno) }
    return false
  }

  /// Writes the file, complete or not at all, in the place of an earlier one; and its directory if that does not exist.
  ///
  /// - Throws: if it can't be written; then the earlier one stays.
  package func replace(_ bytes: [UInt8]) throws(PrivateFileError) {
    try makeDirectories(directory)
    let draft = "\(path).\(getpid())"
    unlink(draft.utf8.terminated)
    defer { unlink(draft.utf8.terminated) }
    try writeDraft(bytes, to: draft)
    guard rename(draft.utf8.terminated, path.utf8.terminated) == 0 else { throw failed(errno) }
    syncDirectory()
  }

  /// Moves the file to the place of another one, at once and for good.
  ///
  /// - Throws: if it can't be moved; then both stay as they are.
  package func move(to other: PrivateFile) throws(PrivateFileError) {
    guard rename(path.utf8.terminated, other.path.utf8.terminated) == 0 else {
      throw other.failed(errno)
    }
    other.syncDirectory()
  }

  /// When the file was written, in seconds since 1970; nil if there is none.
  package var writtenAt: Int64? {
    var status = stat()
    return stat(path.utf8.terminated, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
  }

  private var directory: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

  private func writeDraft(_ bytes: [UInt8], to draft: String) throws(PrivateFileError) {
    let file = open(draft.utf8.terminated, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failed(errno) }
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      throw failed(errno)
    }
  }

  /// Has the directory's change survive a loss of power, where its file system can do that.
  private func syncDirectory() {
    let path = directory.isEmpty ? "/" : directory
    let number = open(path.utf8.terminated, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    _ = fsync(number)
    close(number)
  }

  private func makeDirectories(_ directory: String) throws(PrivateFileError) {
    guard !directory.isEmpty, mkdir(directory.utf8.terminated, 0o700) != 0, errno != EEXIST else {
      return
    }
    guard errno == ENOENT, let end = directory.lastIndex(of: "/") else { throw failed(errno) }
    try makeDirectories(String(directory[..<end]))
    guard mkdir(directory.utf8.terminated, 0o700) == 0 || errno == EEXIST else {
      throw failed(errno)
    }
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
