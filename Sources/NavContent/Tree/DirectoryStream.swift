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

  /// The entries in an order; those that it does not show are only counted.
  ///
  /// - Parameters:
  ///   - title: the directory's.
  ///   - order: which entries, and how.
  ///   - limits: how many are given, and how many are looked at.
  /// - Returns: the entries, and how many are not among them.
  /// - Throws: what the system says where it stops in the middle.
  borrowing func listing(
    title: String,
    order: ListingOrder,
    limits: TreeLimits
  ) throws(SystemFailure) -> DirectoryListing {
    var selection = EntrySelection(limit: limits.entries, sort: order.sort)
    var hiddenCount = 0
    var looks = 0
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
        if isDirectoryItself(name) { continue }
        if !order.showsHidden {
          hiddenCount += 1
          continue
        }
      }
      looks += 1
      guard looks <= limits.looks else {
        selection.add(unseenEntry(named: name, type: next.pointee.d_type))
        continue
      }
      if let entry = entry(named: name, type: next.pointee.d_type, order.sort) {
        selection.add(entry)
      }
    }
    return DirectoryListing(
      title: title,
      entries: selection.finish(),
      order: order,
      hiddenCount: hiddenCount,
      omittedCount: selection.omittedCount,
      unknownCount: selection.unknownCount
    )
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// Whether a name that begins with a dot is `.` or `..`.
  private borrowing func isDirectoryItself(_ name: UnsafePointer<CChar>) -> Bool {
    name[1] == 0 || name[1] == 0x2E && name[2] == 0
  }

  /// What has a name; nil when it is gone already.
  private borrowing func entry(
    named name: UnsafePointer<CChar>,
    type: UInt8,
    _ sort: ListingOrder.Sort
  ) -> DirectoryEntry? {
    var status = stat()
    guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return errno == ENOENT ? nil : unseenEntry(named: name, type: type)
    }
    let bytes = Self.bytes(of: name)
    if status.st_mode & S_IFMT == S_IFLNK {
      return link(named: name, bytes: bytes, itself: status, sort)
    }
    return DirectoryEntry(name: bytes, status: status, target: nil, sort)
  }

  /// What has a name that was not looked behind, or may not be: the directory itself tells the kind.
  private borrowing func unseenEntry(
    named name: UnsafePointer<CChar>,
    type: UInt8
  ) -> DirectoryEntry {
    DirectoryEntry(name: Self.bytes(of: name), kind: .init(directoryType: type))
  }

  private borrowing func link(
    named name: UnsafePointer<CChar>,
    bytes: [UInt8],
    itself: stat,
    _ sort: ListingOrder.Sort
  ) -> DirectoryEntry {
    let target = linkTarget(of: name, in: dirfd(stream)) ?? []
    var status = stat()
    guard fstatat(dirfd(stream), name, &status, 0) == 0 else {
      let modified = sort == .time ? Duration(sinceEpoch: itself.st_mtim) : nil
      return DirectoryEntry(name: bytes, kind: .brokenLink, modified: modified, target: target)
    }
    return DirectoryEntry(name: bytes, status: status, target: target, sort)
  }

  private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
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
  ///
  /// Its time is kept only where entries are sorted by it: a directory is not another one because a file in it was
  /// written.
  fileprivate init(name: [UInt8], status: stat, target: [UInt8]?, _ sort: ListingOrder.Sort) {
    let isLink = target != nil
    var size: Int?
    let kind: Kind
    switch FileType(mode: status.st_mode) {
    case .directory: kind = isLink ? .linkToDirectory : .directory
    case .regular:
      kind = isLink ? .linkToFile : .file
      size = Int(status.st_size)
    case .pipe: kind = .pipe
    case .socket: kind = .socket
    case .device: kind = .device
    }
    let modified = sort == .time ? Duration(sinceEpoch: status.st_mtim) : nil
    self.init(name: name, kind: kind, size: size, modified: modified, target: target)
  }
}

extension Duration {
  fileprivate init(sinceEpoch time: timespec) {
    self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
