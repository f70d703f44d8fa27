import Glibc
package import NavWire

extension Endpoints {
  /// Ensures that the sockets' directory exists, belongs to this user, and is closed to everybody else.
  package func prepareDirectory() throws(DaemonError) {
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      let reason = String(cString: strerror(errno))
      throw DaemonError(
        .notPermitted,
        "can't create \(directory): \(reason); set XDG_RUNTIME_DIR to a directory that you may write"
      )
    }
    var status = stat()
    guard lstat(directory, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      throw DaemonError(.notPermitted, "can't look at \(directory): \(reason)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw DaemonError(
        .notPermitted,
        "\(directory) is no directory: move it away, or set XDG_RUNTIME_DIR"
      )
    }
    guard status.st_uid == getuid() else {
      throw DaemonError(
        .notPermitted,
        "\(directory) belongs to another user (\(status.st_uid)): set XDG_RUNTIME_DIR to a directory "
          + "of your own"
      )
    }
    if status.st_mode & 0o077 != 0, chmod(directory, 0o700) != 0 {
      throw DaemonError(
        .notPermitted,
        "others may enter \(directory): run `chmod 700 \(directory)`"
      )
    }
    guard access(directory, W_OK | X_OK) == 0 else {
      throw DaemonError(
        .notPermitted,
        "\(directory) is not writable: run `chmod 700 \(directory)`, or set XDG_RUNTIME_DIR"
      )
    }
  }
}
