import Glibc
import NavBase

/// The paths of the files of a state directory.
struct StoreFiles: Hashable, Sendable {
  let directory: String
  let lock: String
  let database: String
  let log: String
  /// The file with the number of commits that were reported.
  let commits: String

  init(directory: String) {
    self.directory = directory
    lock = directory + "/lock"
    database = directory + "/state.sqlite"
    log = Self.log(of: database)
    commits = database + Self.commitsEnding
  }

  static let commitsEnding = "-commits"

  static func log(of database: String) -> String { database + "-wal" }

  /// The suffixes of the files that belong to a database, the database's own first.
  static let endings = ["", "-wal", "-shm", "-journal", commitsEnding]

  /// The suffixes of the files that a complete copy needs: all but the index.
  static let copied = endings.filter { $0 != "-shm" }

  /// The identities of the database and its log.
  var identity: Identity { look().identity }

  /// The identities of the database and its log; nil for a file that is missing.
  struct Identity: Hashable, Sendable {
    var database: FileID?
    var log: FileID?
  }

  /// Returns the identities of the database and its log, and the length of the log in bytes.
  func look() -> (identity: Identity, logLength: Int) {
    let log = FileID.read(log)
    return (Identity(database: FileID.read(database)?.id, log: log?.id), log?.length ?? 0)
  }

  /// The free space of the disk, in bytes, for this user.
  var freeBytes: Int {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return .max }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMuch ? .max : bytes
  }

  /// Creates the directory and its missing parents with mode 0700, and syncs them to the disk.
  func makeDirectory() throws(StoreError) {
    guard !FileID.exists(directory) else { return }
    var path = ""
    for part in directory.split(separator: "/", omittingEmptySubsequences: false) {
      let parent = path
      path += path.isEmpty && part.isEmpty ? "/" : part + "/"
      guard mkdir(path.utf8.terminated, 0o700) == 0 else {
        let code = errno
        guard FileID.exists(path) else { throw StoreError(system: code, path: path) }
        continue
      }
      Self.syncDirectory(parent.isEmpty ? "." : parent)
    }
  }

  /// Creates an empty database that only its owner can read, and restricts the permissions of an existing one.
  func makeDatabase() throws(StoreError) {
    let descriptor = open(database.utf8.terminated, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      Self.syncDirectory(directory)
    } else if errno == EEXIST {
      // A file of another owner keeps its permissions.
      _ = chmod(database, 0o600)
    } else {
      throw StoreError(system: errno, path: database)
    }
  }

  /// Renames the database and its log.
  ///
  /// - Parameters:
  ///   - kind: the reason, as a part of the new name.
  ///   - stamp: the time, as a part of the new name; nil for no time.
  /// - Returns: the database's new path, which was unused before.
  /// - Throws: the reason why it could not be renamed; some of the files may have been.
  func setAside(as kind: String, stamp: String?) throws(StoreError) -> String {
    let name = try unusedName(kind, stamp: stamp)
    for ending in Self.endings where FileID.lies(at: database + ending) {
      guard rename((database + ending).utf8.terminated, (name + ending).utf8.terminated) == 0 else {
        throw StoreError(system: errno, path: database + ending)
      }
    }
    Self.syncDirectory(directory)
    return name
  }

  /// Copies the database and its log; this process must have no open connection to it.
  ///
  /// - Returns: the path of the database's copy, which was unused before.
  /// - Throws: the reason why it could not be copied; nothing is left then.
  func copyAside(as kind: String, stamp: String) throws(StoreError) -> String {
    let name = try unusedName(kind, stamp: stamp)
    do {
      for ending in Self.copied where FileID.lies(at: database + ending) {
        try copyFile(database + ending, to: name + ending)
      }
    } catch {
      for ending in Self.copied { unlink((name + ending).utf8.terminated) }
      throw error
    }
    Self.syncDirectory(directory)
    return name
  }

  private func unusedName(_ kind: String, stamp: String?) throws(StoreError) -> String {
    let base = database + "." + kind + (stamp.map { "-" + $0 } ?? "")
    let names = (1...StoreLimits.setAsideNames).lazy.map { $0 == 1 ? base : "\(base)-\($0)" }
    let isFree = { (name: String) in !Self.endings.contains { FileID.lies(at: name + $0) } }
    guard let name = names.first(where: isFree) else {
      throw .notWritable(
        path: base,
        reason: "\(StoreLimits.setAsideNames) files of this name are there already"
      )
    }
    return name
  }

  /// Returns the current time as a part of a file's name: `20261121T182704Z`.
  static func stamp() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 20)
    let length = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func syncDirectory(_ path: String) {
    let descriptor = open(path.utf8.terminated, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// The identity of a file.
struct FileID: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Returns the identity of the file at a path, following links, and its length in bytes; nil if there is none.
  static func read(_ path: String) -> (id: FileID, length: Int)? {
    var status = stat()
    guard stat(path.utf8.terminated, &status) == 0 else { return nil }
    let id = FileID(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    return (id, Int(status.st_size))
  }

  /// Returns the identity of an open file.
  static func read(_ descriptor: Int32) -> FileID? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return FileID(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Returns the write version in a database's header: 1 and 2 are known; 0 without a header.
  static func writeVersion(_ path: String) -> UInt8 {
    let descriptor = open(path.utf8.terminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 19)
    guard pread(descriptor, &header, header.count, 0) == header.count,
      header.starts(with: Array("SQLite format 3\0".utf8))
    else { return 0 }
    return header[18]
  }

  static func exists(_ path: String) -> Bool { read(path) != nil }

  /// Returns whether anything exists at a path, including a dangling link.
  static func lies(at path: String) -> Bool {
    var status = stat()
    return lstat(path.utf8.terminated, &status) == 0
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path.utf8.terminated, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
