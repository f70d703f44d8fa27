import Glibc

/// Reads an open directory, one entry after the other.
struct DirectoryStream: ~Copyable {
  private let stream: OpaquePointer

  /// Takes the descriptor of a directory over.
  init(_ directory: consuming Descriptor) throws(SystemFailure) {
    let number = directory.release()
    guard let stream = fdopendir(number) else {
      let code = errno
      close(number)
      throw SystemFailure(code: code)
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The entries, those with a dot at the start of their names only counted.
  borrowing func listing(title: String, limit: Int) throws(SystemFailure) -> DirectoryListing {
    var selection = EntrySelection(limit: limit)
    var hiddenCount = 0
    while true {
      errno = 0
      guard let next = readdir(stream) else {
        let code = errno
        if code != 0 { throw SystemFailure(code: code) }
        break
      }
      let name = UnsafeRawPointer(next).advanced(by: Self.nameOffset)
        .assumingMemoryBound(to: CChar.self)
      if name[0] == 0x2E {
        if !isDirectoryItself(name) { hiddenCount += 1 }
      } else if let entry = entry(named: name, type: next.pointee.d_type) {
        selection.add(entry)
      }
    }
    return DirectoryListing(
      title: title,
      entries: selection.finish(),
      hiddenCount: hiddenCount,
      omittedCount: selection.omittedCount
    )
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// Whether a name that begins with a dot is `.` or `..`.
  private borrowing func isDirectoryItself(_ name: UnsafePointer<CChar>) -> Bool {
    name[1] == 0 || name[1] == 0x2E && name[2] == 0
  }

  /// What has a name; nil when it is gone already.
  private borrowing func entry(named name: UnsafePointer<CChar>, type: UInt8) -> DirectoryEntry? {
    let bytes = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    var status = stat()
    guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      // Where names may be read and nothing behind them, the directory itself tells the kind.
      return errno == ENOENT ? nil : DirectoryEntry(name: bytes, kind: .init(directoryType: type))
    }
    if status.st_mode & S_IFMT == S_IFLNK { return link(named: name, bytes: bytes) }
    return DirectoryEntry(name: bytes, status: status, target: nil)
  }

  private borrowing func link(
    named name: UnsafePointer<CChar>,
    bytes: [UInt8]
  ) -> DirectoryEntry {
    let target = linkTarget(of: name, in: dirfd(stream)) ?? []
    var status = stat()
    guard fstatat(dirfd(stream), name, &status, 0) == 0 else {
      return DirectoryEntry(name: bytes, kind: .brokenLink, target: target)
    }
    return DirectoryEntry(name: bytes, status: status, target: target)
  }
}

/// The path in a link, nil where there is no link.
///
/// A relative path starts from `directory`: `AT_FDCWD` stands for the working directory.
func linkTarget(of path: UnsafePointer<CChar>, in directory: Int32) -> [UInt8]? {
  var target = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlinkat(directory, path, &target, target.count)
  return count < 0 ? nil : target.prefix(count).map(UInt8.init(bitPattern:))
}

extension DirectoryEntry {
  /// An entry for what a name leads to; `target` is the path in the link, nil for what is no link.
  fileprivate init(name: [UInt8], status: stat, target: [UInt8]?) {
    let isLink = target != nil
    switch FileType(mode: status.st_mode) {
    case .directory:
      self.init(name: name, kind: isLink ? .linkToDirectory : .directory, target: target)
    case .regular:
      let kind: Kind = isLink ? .linkToFile : .file
      self.init(name: name, kind: kind, size: Int(status.st_size), target: target)
    case .pipe:
      self.init(name: name, kind: .pipe, target: target)
    case .socket:
      self.init(name: name, kind: .socket, target: target)
    case .device:
      self.init(name: name, kind: .device, target: target)
    }
  }
}

extension DirectoryEntry.Kind {
  /// What a directory says of an entry that can't be looked at: a file where it doesn't say.
  fileprivate init(directoryType type: UInt8) {
    self =
      switch Int(type) {
      case Int(DT_DIR): .directory
      case Int(DT_LNK): .brokenLink
      case Int(DT_FIFO): .pipe
      case Int(DT_SOCK): .socket
      case Int(DT_CHR), Int(DT_BLK): .device
      default: .file
      }
  }
}
