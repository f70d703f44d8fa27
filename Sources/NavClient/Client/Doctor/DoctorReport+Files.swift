import Glibc
import NavBase
import NavSystem
import NavWire

extension DoctorReport {
  /// Adds the directories and files of this user that exist; a problem is one that others could change, and a secret that
  /// they could read.
  ///
  /// - Parameters:
  ///   - directories: the user's directories.
  ///   - sockets: the directory of the daemon's sockets on this machine, an absolute path.
  mutating func addFiles(_ directories: UserDirectories, sockets: String) {
    let configuration = directories.configurationFile
    addFile("runtime directory", sockets.parentPath)
    addFile("sockets' directory", sockets) { path in
      do throws(PrivateDirectory.Fault) {
        try PrivateDirectory(path).check(admitsRoot: true)
        return nil
      } catch {
        return error.description
      }
    }
    addFile("configuration directory", configuration?.parentPath)
    addFile("configuration", configuration)
    addFile("authorised keys", directories.authorizedKeysFile)
    addFile("state directory", directories.stateDirectory)
    addFile("this user's key", directories.clientKeyFile, Self.keyFault)
    addFile("known daemons", directories.knownServersFile) { path in
      do throws(PrivateFileError) {
        _ = try PrivateFile(path: path).read()
        return nil
      } catch {
        return error.description
      }
    }
    let serverKeys = directories.stateDirectory.map { ServerKeyFiles.paths(in: $0) } ?? []
    for (name, path) in zip(["navd's key", "navd's next key"], serverKeys) {
      addFile(name, path, Self.keyFault)
    }
  }

  /// Adds a file or a directory, if there is one.
  ///
  /// - Parameters:
  ///   - name: what it is.
  ///   - path: its path; nil if it has none.
  ///   - fault: says what is wrong with it and what to do; nil for nothing, and then only its owner and its mode are
  ///     looked at.
  private mutating func addFile(
    _ name: String,
    _ path: String?,
    _ fault: (String) -> String? = { _ in nil }
  ) {
    var status = stat()
    guard let path, stat(path.utf8.terminated, &status) == 0 else { return }
    let mode = String(status.st_mode & 0o7777, radix: 8)
    add(
      Entry(
        .files,
        name,
        "\(path), mode \(mode)",
        advice: fault(path) ?? Self.advice(on: status, at: path)
      )
    )
  }

  /// Returns what to do if others could change a file, or what is in a directory; nil if they can't.
  private static func advice(on status: stat, at path: String) -> String? {
    guard status.st_uid == getuid() || status.st_uid == 0 else {
      return
        "\(path) belongs to another user (\(status.st_uid)), who can change it: move it away, or run "
        + "`chown \(getuid()) \(path)` as root"
    }
    // In such a directory nobody replaces what others have made, as in /tmp.
    let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
    guard !isSticky, status.st_mode & 0o022 != 0 else { return nil }
    return "run `chmod go-w \(path)`: others may write there"
  }

  private static func keyFault(_ path: String) -> String? {
    do throws(PrivateFileError) {
      _ = try KeyFile(existingAt: path)
      return nil
    } catch {
      return error.description
    }
  }
}

extension String {
  /// The path of the directory above; nil for one without a slash.
  fileprivate var parentPath: String? {
    lastIndex(of: "/").map { $0 == startIndex ? "/" : String(self[..<$0]) }
  }
}
