import CNavSupport
import Glibc
import NavBase
import NavContent
import NavHost
import NavSystem
import NavWire

/// The directory of a `BundleStore`; its functions must not run at the same time, except `show` and `hide`.
struct BundleDirectory: Sendable {
  let path: String

  private var files: String { path + "/files" }
  private var trees: String { path + "/trees" }
  private var shown: String { path + "/shown" }

  private func file(_ hash: ContentHash) -> String { "\(files)/\(hash)" }
  /// An incomplete file, named also after its claimed size: two manifests may claim different sizes for one hash.
  private func part(_ file: BundleFile) -> String { "\(files)/\(file.hash).\(file.size).part" }
  private func tree(_ id: ContentHash) -> String { "\(trees)/\(id)" }

  /// Makes the directory if it is not there.
  ///
  /// - Throws: if it can't be made.
  func prepare() throws(ContentFailure) {
    for directory in [path, files, trees, shown] { try make(directory) }
  }

  /// Removes what an earlier daemon has left for its own time.
  func tidy() {
    removeAll(shown)
    for name in names(in: trees) where ContentHash(name) == nil { removeAll("\(trees)/\(name)") }
  }

  /// Removes it with all that is in it.
  func removeAll() { removeAll(path) }

  // MARK: Bundles

  /// Returns the complete bundles with their sizes in bytes.
  func completeBundles() -> [ContentHash: Int] {
    var found: [ContentHash: Int] = [:]
    for name in names(in: trees) {
      guard let id = ContentHash(name) else { continue }
      let text = try? RegularFile.read(path: tree(id) + "/bytes", limit: 32)
      found[id] = text.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }
    return found
  }

  func hasBundle(_ id: ContentHash) -> Bool { size(tree(id)) != nil }

  /// Makes a bundle of complete files, or nothing.
  ///
  /// - Throws: if the disk refuses it.
  func assemble(_ id: ContentHash, _ manifest: BundleManifest) throws(ContentFailure) {
    guard !hasBundle(id) else { return }
    let draft = tree(id) + ".new"
    removeAll(draft)
    do throws(ContentFailure) {
      try fill(draft, manifest)
      // All files at once: one by one, thousands would take many seconds.
      guard sync(draft) else { throw failure(errno) }
      guard rename(draft.utf8.terminated, tree(id).utf8.terminated) == 0 else {
        throw failure(errno)
      }
    } catch {
      removeAll(draft)
      throw error
    }
    try syncEntries(of: trees)
  }

  private func fill(_ draft: String, _ manifest: BundleManifest) throws(ContentFailure) {
    try make(draft)
    try make(draft + "/files")
    // By bytes: what follows a slash may form one character with it.
    var made: Set<[UInt8]> = []
    for file in manifest.files {
      let bytes = Array(file.path.utf8)
      for index in bytes.indices where bytes[index] == 0x2F {
        let directory = Array(bytes[..<index])
        guard made.insert(directory).inserted else { continue }
        try make("\(draft)/files/" + String(decoding: directory, as: UTF8.self))
      }
      try place(file, at: "\(draft)/files/\(file.path)")
    }
    try write(Array("\(manifest.bytes)".utf8), to: draft + "/bytes", at: 0)
  }

  /// Puts a complete file at a path.
  ///
  /// Nothing runs the file, so that its mode is of no importance.
  private func place(_ file: BundleFile, at path: String) throws(ContentFailure) {
    // An inode has a limited number of links, and many bundles have empty files.
    guard file.size > 0 else { return try write([], to: path, at: 0) }
    if link(self.file(file.hash).utf8.terminated, path.utf8.terminated) == 0 { return }
    guard errno == EMLINK else { throw failure(errno) }
    try write(try bytes(at: self.file(file.hash)), to: path, at: 0)
  }

  /// Removes bundles.
  ///
  /// - Parameter ids: the bundles; nothing happens for one that is not there.
  /// - Returns: the inodes of their files.
  func remove(_ ids: [ContentHash]) -> Set<ino_t> {
    var inodes: Set<ino_t> = []
    for id in ids {
      addInodes(below: tree(id) + "/files", to: &inodes)
      // First out of the way, so that a daemon which ends meanwhile leaves no half of a bundle.
      let gone = tree(id) + ".gone"
      if rename(tree(id).utf8.terminated, gone.utf8.terminated) == 0 { removeAll(gone) }
    }
    return inodes
  }

  private func addInodes(below directory: String, to inodes: inout Set<ino_t>) {
    for name in names(in: directory) {
      var status = stat()
      let path = "\(directory)/\(name)"
      guard lstat(path.utf8.terminated, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        addInodes(below: path, to: &inodes)
      } else {
        inodes.insert(status.st_ino)
      }
    }
  }

  /// Lets a session read a bundle.
  ///
  /// - Returns: the directory that contains the files, the same for every bundle of the session.
  /// - Throws: if the bundle is not there.
  func show(_ id: ContentHash, for session: UInt64) throws(ContentFailure) -> String {
    guard hasBundle(id) else {
      throw ContentFailure(
        "the files of this session are not here any more: open them again on the machine that has them",
        brief: "its files are not here any more"
      )
    }
    let place = "\(shown)/\(session)"
    let draft = place + ".new"
    try make(shown)
    unlink(draft.utf8.terminated)
    guard symlink("../trees/\(id)/files", draft.utf8.terminated) == 0,
      rename(draft.utf8.terminated, place.utf8.terminated) == 0
    else {
      throw failure(errno)
    }
    return place
  }

  func hide(_ session: UInt64) { unlink("\(shown)/\(session)".utf8.terminated) }

  // MARK: Files

  /// Returns which files are not complete, each once; those that are will be kept for a while.
  ///
  /// - Throws: for an empty file whose hash is not that of an empty file.
  func needs(of wanted: [BundleFile]) throws(ContentFailure) -> [Reply.BundleState.Need] {
    var needs: [Reply.BundleState.Need] = []
    for file in Dictionary(wanted.map { ($0.hash, $0) }, uniquingKeysWith: { file, _ in file })
      .values
    {
      if file.size == 0 {
        // There are no bytes to be sent or kept.
        try check([], against: file)
      } else if size(self.file(file.hash)) == file.size {
        utimensat(AT_FDCWD, self.file(file.hash).utf8.terminated, nil, 0)
      } else if let received = receivedPart(of: file) {
        needs.append(Reply.BundleState.Need(of: file.hash, received: received))
      }
    }
    return needs
  }

  /// Returns how many bytes of an incomplete file are there; nil if it is complete now.
  ///
  /// A part is whole if the daemon has ended before it could name the file.
  private func receivedPart(of file: BundleFile) -> Int? {
    let received = received(of: file)
    guard received == file.size else { return received }
    do throws(ContentFailure) {
      try complete(file)
      return nil
    } catch {
      return 0
    }
  }

  /// Writes a piece of a file, if everything before it is there; completes the file if it was the last one.
  ///
  /// - Throws: if the disk refuses it, or if the complete file does not have its hash; then the file is removed.
  func write(
    _ piece: Request.Bundle.Piece,
    of file: BundleFile
  ) throws(ContentFailure) {
    guard file.size > 0, size(self.file(file.hash)) != file.size,
      piece.offset <= received(of: file)
    else { return }
    try write(piece.bytes, to: part(file), at: piece.offset)
    if received(of: file) == file.size { try complete(file) }
  }

  /// Returns how many bytes of an incomplete file are there.
  private func received(of file: BundleFile) -> Int { min(size(part(file)) ?? 0, file.size) }

  /// Gives a file of which all bytes are there its name.
  ///
  /// - Throws: if the file does not have its hash, or can't be kept; then its bytes are removed.
  private func complete(_ file: BundleFile) throws(ContentFailure) {
    let part = part(file)
    do throws(ContentFailure) {
      try check(try bytes(at: part), against: file)
      guard rename(part.utf8.terminated, self.file(file.hash).utf8.terminated) == 0 else {
        throw failure(errno)
      }
    } catch {
      unlink(part.utf8.terminated)
      throw error
    }
  }

  private func bytes(at path: String) throws(ContentFailure) -> [UInt8] {
    do throws(ContentError) {
      return try RegularFile.read(path: path, limit: BundleManifest.Limits.bytes)
    } catch {
      throw ContentFailure("a file that was received can't be read again: \(error.brief)")
    }
  }

  private func check(_ bytes: [UInt8], against file: BundleFile) throws(ContentFailure) {
    guard Blake2b().hash(bytes, key: [], count: ContentHash.byteCount) == file.hash.bytes else {
      throw ContentFailure(
        "\(file.path) arrived with other bytes than were offered: it has changed meanwhile, send it again"
      )
    }
  }

  /// Removes files and parts of files that are in no bundle, if they were not asked for lately or were in bundles that
  /// are gone.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which other files are kept.
  ///   - hashes: the hashes of files of bundles that are gone.
  ///   - inodes: the inodes of files of bundles that are gone.
  ///   - kept: the hashes of files that are kept in any case.
  func removeUnusedFiles(
    olderThan lifetime: Duration,
    orOf hashes: Set<ContentHash> = [],
    at inodes: Set<ino_t> = [],
    except kept: Set<ContentHash> = []
  ) {
    let oldest = time(nil) - Int(lifetime.components.seconds)
    for name in names(in: files) {
      var status = stat()
      let path = "\(files)/\(name)"
      guard lstat(path.utf8.terminated, &status) == 0, status.st_nlink <= 1 else { continue }
      // A part has more behind the hash.
      let hash = ContentHash(String(name.prefix { $0 != "." }))
      if let hash, kept.contains(hash) { continue }
      let isGone = inodes.contains(status.st_ino) || hash.map { hashes.contains($0) } ?? false
      if isGone || status.st_mtim.tv_sec <= oldest { unlink(path.utf8.terminated) }
    }
  }

  // MARK: The file system

  private func write(
    _ bytes: [UInt8],
    to path: String,
    at offset: Int
  ) throws(ContentFailure) {
    let file = open(path.utf8.terminated, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(file, $0.baseAddress, $0.count, offset + written)
      }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw failure(errno)
      }
      written += count
    }
  }

  private func make(_ directory: String) throws(ContentFailure) {
    guard mkdir(directory.utf8.terminated, 0o700) == 0 || errno == EEXIST else {
      throw failure(errno)
    }
  }

  /// Writes everything of the file system that contains a directory to the disk.
  private func sync(_ directory: String) -> Bool {
    guard let opened = try? Descriptor(opening: directory.utf8.terminated) else { return false }
    return nav_sync_filesystem(opened.number) == 0
  }

  /// Writes the entries of a directory to the disk.
  private func syncEntries(of directory: String) throws(ContentFailure) {
    do throws(SystemFailure) {
      let opened = try Descriptor(opening: directory.utf8.terminated)
      guard fsync(opened.number) == 0 else { throw SystemFailure(code: errno) }
    } catch {
      throw failure(error.code)
    }
  }

  /// The size of whatever is at a path, in bytes; nil if nothing is.
  private func size(_ path: String) -> Int? {
    var status = stat()
    return lstat(path.utf8.terminated, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The names in a directory; none if it can't be read.
  private func names(in directory: String) -> [String] { (try? entryNames(in: directory)) ?? [] }

  private func removeAll(_ path: String) {
    // A link is removed, not what it leads to.
    guard unlink(path.utf8.terminated) != 0, errno == EISDIR else { return }
    for name in names(in: path) { removeAll("\(path)/\(name)") }
    rmdir(path.utf8.terminated)
  }

  /// Peers of a network see it: it names no path of this machine.
  private func failure(_ code: Int32) -> ContentFailure {
    let reason = String(cString: strerror(code))
    switch code {
    case ENOSPC, EDQUOT:
      return ContentFailure(
        "the disk of navd is full: make room for the files, and try again",
        .limit
      )
    default:
      return ContentFailure("navd can't keep the files: \(reason)")
    }
  }
}
