import NavSystem
import NavViewer

/// The file with the next keys of daemons that this user's viewers have learned (`KnownServers`).
enum KnownServersFile {
  /// Nil if the user has no directory for it.
  private static var file: PrivateFile? {
    UserDirectories.ofThisUser.knownServersFile.map { PrivateFile(path: $0) }
  }

  /// Reads the file; empty if there is none.
  ///
  /// - Throws: `.notPermitted` if it can't be read, or if others may read it.
  static func read() throws(ClientExit) -> KnownServers {
    do throws(PrivateFileError) {
      guard let bytes = try file?.read() else { return KnownServers() }
      return KnownServers(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw ClientExit(.notPermitted, error.description)
    }
  }

  /// Adds a line to the file, if it is new.
  ///
  /// Of two clients that write at the same moment one may lose its line; a viewer learns the key again whenever it
  /// attaches.
  ///
  /// - Throws: `.notPermitted` if it can't be read or written.
  static func record(_ succession: KnownServers.Succession) throws(ClientExit) {
    var known = try read()
    guard known.record(succession) else { return }
    do throws(PrivateFileError) {
      try file?.replace(Array(known.text.utf8))
    } catch {
      throw ClientExit(.notPermitted, error.description)
    }
  }
}
