package import NavWire

/// The files of a daemon's own keys: the one in use, and the next one while it is being replaced (proto/README.md: A new
/// key).
///
/// Each step is one file that appears, or one that takes the place of the other: a crash leaves the state before or after
/// it.
package struct ServerKeyFiles: Hashable, Sendable {
  package let current: KeyFile
  /// Nil unless the key is being replaced.
  package let next: KeyFile?

  private static let owner = "this navd"

  /// Returns the paths of both files.
  ///
  /// - Parameter directory: the directory of the daemon's state.
  /// - Returns: the path of the current key, then that of the next one.
  package static func paths(in directory: String) -> [String] {
    ["\(directory)/server.key", "\(directory)/server.key.next"]
  }

  /// Reads the keys, and makes the current one if there is none.
  ///
  /// - Parameter directory: the directory of the daemon's state.
  /// - Throws: if they can't be used.
  package init(in directory: String) throws(PrivateFileError) {
    let paths = Self.paths(in: directory)
    current = try KeyFile(path: paths[0], of: Self.owner)
    next = try KeyFile(existingAt: paths[1])
  }

  /// Reads the keys of a daemon that runs, and makes none.
  ///
  /// - Parameter directory: the directory of the daemon's state.
  /// - Throws: if they can't be used, or if there are none.
  package init(inUseIn directory: String) throws(PrivateFileError) {
    let paths = Self.paths(in: directory)
    guard let current = try KeyFile(existingAt: paths[0]) else {
      throw PrivateFileError(
        "\(paths[0]): no such file any more; the key stays in use until navd ends"
      )
    }
    self.current = current
    next = try KeyFile(existingAt: paths[1])
  }

  /// The public keys.
  package var publicKeys: ServerKeys { ServerKeys(current.publicKey, next: next?.publicKey) }

  /// When the next key was made, in seconds since 1970; nil without one.
  package var nextMadeAt: Int64? { next.flatMap { PrivateFile(path: $0.path).writtenAt } }

  /// Begins to replace the key: makes the next one.
  ///
  /// - Parameter directory: the directory of the daemon's state.
  /// - Returns: the keys.
  /// - Throws: if there is a next one already, or if it can't be made.
  package static func rotate(in directory: String) throws(PrivateFileError) -> ServerKeyFiles {
    let path = paths(in: directory)[1]
    // The current one first, so that there is one to be replaced.
    _ = try ServerKeyFiles(in: directory)
    guard try KeyFile.make(path: path, of: owner) else {
      throw PrivateFileError(
        "there is a next key already: `navd key --switch` makes it the current one; to do without it, remove \(path)"
      )
    }
    return try ServerKeyFiles(in: directory)
  }

  /// Replaces the key: the next one becomes the current one, and the current one is gone.
  ///
  /// - Parameter directory: the directory of the daemon's state.
  /// - Returns: the keys.
  /// - Throws: if there is no next one, or if the file can't be moved.
  package static func switchToNext(
    in directory: String
  ) throws(PrivateFileError) -> ServerKeyFiles {
    let files = try ServerKeyFiles(in: directory)
    guard let next = files.next else {
      throw PrivateFileError("there is no next key: `navd key --rotate` makes one")
    }
    try PrivateFile(path: next.path).move(to: PrivateFile(path: files.current.path))
    return try ServerKeyFiles(in: directory)
  }
}
