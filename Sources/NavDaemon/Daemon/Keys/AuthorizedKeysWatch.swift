import NavHost
import NavSystem

/// The authorised keys in force, read again whenever their file is saved.
final class AuthorizedKeysWatch {
  /// The keys at the start.
  let keys: AuthorizedKeys
  private let path: String
  /// Nil if the system has no watches left.
  private var watch: FileWatch?

  /// - Parameter path: the path of the file, which may not exist.
  /// - Throws: if the file can't be read, or is not understood.
  init(path: String) throws(DaemonError) {
    self.path = path
    var watch = FileWatch(limit: 1)
    watch?.watch([path])
    // Read when it is watched, so that no change is missed.
    keys = try AuthorizedKeys(path: path)
    descriptor = watch?.fileDescriptor ?? -1
    nextLook = watch?.nextWake
    self.watch = watch
  }

  /// Readable after a change; below 0 if the system has no watches left.
  let descriptor: Int32

  /// When `changes` has to be called even if nothing is readable.
  private(set) var nextLook: Duration?

  /// Looks for a change of the file.
  ///
  /// - Parameters:
  ///   - isReadable: whether the descriptor is readable.
  ///   - now: the time of the turn.
  /// - Returns: the keys after a change, or why they stay as they were; nil without a change.
  func changes(
    isReadable: Bool,
    at now: Duration
  ) -> Result<AuthorizedKeys, DaemonError>? {
    if isReadable { watch?.heard(at: now) }
    let hasChanged = watch?.changes(at: now).isEmpty == false
    nextLook = watch?.nextWake ?? nil
    guard hasChanged else { return nil }
    do throws(DaemonError) {
      return .success(try read())
    } catch {
      return .failure(error)
    }
  }

  /// Reads the file now.
  func read() throws(DaemonError) -> AuthorizedKeys { try AuthorizedKeys(path: path) }
}
