import NavSystem

/// This daemon's own keys, read again whenever one of their files changes.
final class ServerKeysWatch {
  /// The keys that are known; the current one is in use.
  private(set) var keys: ServerKeyFiles
  private let directory: String
  /// Nil if the system has no watches left.
  private var watch: FileWatch?

  /// Reads the keys, and makes them at the first time.
  ///
  /// - Parameter directory: the directory of the daemon's state.
  /// - Throws: if they can't be used.
  init(in directory: String) throws(DaemonError) {
    self.directory = directory
    var watch = FileWatch(limit: 2)
    watch?.watch(ServerKeyFiles.paths(in: directory))
    // Read when they are watched, so that no change is missed.
    do throws(PrivateFileError) {
      keys = try ServerKeyFiles(in: directory)
    } catch {
      throw DaemonError(error)
    }
    descriptor = watch?.fileDescriptor ?? -1
    nextLook = watch?.nextWake
    self.watch = watch
  }

  /// Readable after a change; below 0 if the system has no watches left.
  let descriptor: Int32

  /// When `changes` has to be called even if nothing is readable.
  private(set) var nextLook: Duration?

  /// Looks for a change of the files.
  ///
  /// - Parameters:
  ///   - isReadable: whether the descriptor is readable.
  ///   - now: the time of the turn.
  /// - Returns: the keys after a change, or why they stay as they were; nil without a change.
  func changes(isReadable: Bool, at now: Duration) -> Result<ServerKeyFiles, DaemonError>? {
    if isReadable { watch?.heard(at: now) }
    let hasChanged = watch?.changes(at: now).isEmpty == false
    nextLook = watch?.nextWake ?? nil
    return hasChanged ? readAgain() : nil
  }

  /// Reads the files now.
  ///
  /// - Returns: the keys, or why they stay as they were; nil if they are the same.
  func readAgain() -> Result<ServerKeyFiles, DaemonError>? {
    do throws(PrivateFileError) {
      let read = try ServerKeyFiles(inUseIn: directory)
      guard read != keys else { return nil }
      keys = read
      return .success(read)
    } catch {
      return .failure(DaemonError(error))
    }
  }
}

extension DaemonError {
  init(_ error: PrivateFileError) {
    self.init(.notPermitted, error.description)
  }
}
