import Glibc
import NavSystem
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
    do throws(PrivateDirectory.Fault) {
      try PrivateDirectory(directory).check()
    } catch {
      guard case .open = error, chmod(directory, 0o700) == 0 else {
        throw DaemonError(.notPermitted, "\(error)")
      }
    }
    guard access(directory, W_OK | X_OK) == 0 else {
      throw DaemonError(
        .notPermitted,
        "\(directory) is not writable: run `chmod 700 \(directory)`, or set XDG_RUNTIME_DIR"
      )
    }
  }
}
