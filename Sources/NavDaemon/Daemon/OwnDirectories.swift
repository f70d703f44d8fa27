import NavBase
import Glibc
import NavSystem
package import NavWire

extension Endpoints {
  /// Ensures that the sockets' directory exists, belongs to this user, and is closed to everybody else.
  package func prepareDirectory() throws(DaemonError) {
    let place = PrivateDirectory(directory)
    do throws(PrivateDirectory.Fault) {
      try place.checkPath()
    } catch {
      throw DaemonError(.unavailable, "\(error)")
    }
    if mkdir(directory.utf8.terminated, 0o700) != 0, errno != EEXIST {
      let reason = String(cString: strerror(errno))
      throw DaemonError(
        .notPermitted,
        "can't create \(directory): \(reason); set XDG_RUNTIME_DIR to a directory that you may write"
      )
    }
    do throws(PrivateDirectory.Fault) {
      try place.check()
    } catch {
      guard case .open = error, chmod(directory, 0o700) == 0 else {
        throw DaemonError(.notPermitted, "\(error)")
      }
    }
    guard access(directory.utf8.terminated, W_OK | X_OK) == 0 else {
      throw DaemonError(
        .notPermitted,
        "\(directory) is not writable: run `chmod 700 \(directory)`, or set XDG_RUNTIME_DIR"
      )
    }
  }
}

extension Configuration {
  /// Ensures that nobody else may write in the state directory, if it exists: whoever may could put another state in the
  /// place of navd's.
  ///
  /// - Returns: what was changed, for the log; nil for nothing.
  func secureStateDirectory() throws(DaemonError) -> String? {
    var status = stat()
    guard stat(stateDirectory.utf8.terminated, &status) == 0 else { return nil }
    guard status.st_uid == getuid() else {
      throw DaemonError(
        .notPermitted,
        "the state directory \(stateDirectory) belongs to another user (\(status.st_uid)): choose another one with "
          + "`--state`"
      )
    }
    guard status.st_mode & 0o022 != 0 else { return nil }
    guard chmod(stateDirectory, status.st_mode & 0o7755) == 0 else {
      throw DaemonError(
        .notPermitted,
        "others may write in the state directory \(stateDirectory): run `chmod go-w \(stateDirectory)`"
      )
    }
    return "others could write in the state directory \(stateDirectory): now only this user can"
  }
}

/// Ensures that this process has its rights to the files and directories that it makes, whatever the umask.
func keepOwnRights() {
  let mask = umask(0o077)
  umask(mask & 0o077)
}
