/// The reason why the store could not be opened, read or written, and what to do.
package enum StoreError: Error, Hashable, Sendable {
  /// Another daemon uses the state directory; its process id, if known.
  case locked(path: String, pid: Int32?)
  /// The file by which the state directory is locked was removed or replaced while it was held.
  case lockLost(path: String)
  /// The permissions, the mount or the type of a file or directory prevent it.
  case notWritable(path: String, reason: String)
  case diskFull(path: String)
  /// The file is not as it was written; the next commit sets it aside and creates a new one.
  case damaged(path: String, reason: String)
  /// Any other failure; the reason is the system's or SQLite's text.
  case io(path: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// One line: what happened, and what to do.
  package var description: String {
    switch self {
    case .locked(let path, let pid):
      let holder = pid.map { "the daemon with process id \($0)" } ?? "another daemon"
      return "\(holder) holds \(path): stop it, or choose another state directory"
    case .lockLost(let path):
      return
        "\(path) was removed or replaced while navd runs, so another navd could write there: nothing is written "
        + "until navd holds it again, which it tries each second; never remove it"
    case .notWritable(let path, let reason):
      return "can't write \(path): \(reason); give this user the right to write there, or choose "
        + "another state directory"
    case .diskFull(let path):
      return "no space is left for \(path): free some, and everything is written within a second"
    case .damaged(let path, let reason):
      return "\(path) is damaged: \(reason); it is set aside and everything is written anew"
    case .io(let path, let reason):
      return "can't use \(path): \(reason); it is tried again, check the disk if it lasts"
    }
  }
}
