import Glibc
import NavBase
import NavSystem

/// Reads an open directory, entry by entry.
struct DirectoryStream: ~Copyable {
  private let stream: OpaquePointer

  /// Takes ownership of the descriptor of a directory.
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

  /// Reads all entries, and sorts those that are shown.
  ///
  /// - Parameters:
  ///   - title: the title of the directory.
  ///   - order: which entries are shown, and in which order.
  ///   - limits: the number of entries that are returned, and that are examined.
  /// - Returns: the entries, and the numbers of those left out.
  /// - Throws: the error that ends reading.
  borrowing func listing(
    title: String,
    order: TreeOrder,
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
      guard looks <= limits.examinedEntries else {
        selection.add(unseenEntry(named: name, type: next.pointee.d_type))
        continue
      }
      if let entry = entry(named: name, type: next.pointee.d_type, order) {
        selection.add(entry)
      }
    }
    return DirectoryListing(
      title: title,
      entries: selection.finish(),
      order: order,
      hiddenCount: hiddenCount,
      omittedCount: selection.omittedCount,
      unknownCount: selection.unknownCount,
      hasIcons: limits.hasIcons
    )
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// Whether a name that starts with a dot is `.` or `..`.
  private borrowing func isDirectoryItself(_ name: UnsafePointer<CChar>) -> Bool {
    name[1] == 0 || name[1] == 0x2E && name[2] == 0
  }

  /// Returns an entry; nil if it has been removed meanwhile.
  private borrowing func entry(
    named name: UnsafePointer<CChar>,
    type: UInt8,
    _ order: TreeOrder
  ) -> DirectoryEntry? {
    var status = stat()
    guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return errno == ENOENT ? nil : unseenEntry(named: name, type: type)
    }
    let bytes = Self.bytes(of: name)
    if status.st_mode & S_IFMT == S_IFLNK {
      return link(named: name, bytes: bytes, itself: status, order)
    }
    return DirectoryEntry(name: bytes, status: status, target: nil, order)
  }

  /// Returns an entry that was not examined, or can't be; its kind comes from the directory.
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
    _ order: TreeOrder
  ) -> DirectoryEntry {
    let target = linkTarget(of: name, in: dirfd(stream)) ?? []
    var status = stat()
    guard fstatat(dirfd(stream), name, &status, 0) == 0 else {
      let modified = order.readsTimes ? Duration(sinceEpoch: itself.st_mtim) : nil
      var entry = DirectoryEntry(name: bytes, kind: .brokenLink, modified: modified, target: target)
      entry.setMode(of: itself, order)
      return entry
    }
    return DirectoryEntry(name: bytes, status: status, target: target, order)
  }

  private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
    SystemText.utf8(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }
}

extension DirectoryEntry {
  /// Makes an entry from the status of the file, following links; `target` is nil if it is not a link.
  ///
  /// Time and mode are stored only if they are shown, so that a listing doesn't differ when only a time changes.
  fileprivate init(name: [UInt8], status: stat, target: [UInt8]?, _ order: TreeOrder) {
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
    let modified = order.readsTimes ? Duration(sinceEpoch: status.st_mtim) : nil
    self.init(name: name, kind: kind, size: size, modified: modified, target: target)
    setMode(of: status, order)
  }

  fileprivate mutating func setMode(of status: stat, _ order: TreeOrder) {
    if order.showsDetails { mode = UInt16(truncatingIfNeeded: status.st_mode & 0o777) }
  }
}

extension TreeOrder {
  /// Whether the times of entries are read.
  fileprivate var readsTimes: Bool { sort == .time || showsDetails }
}

extension Duration {
  fileprivate init(sinceEpoch time: timespec) {
    self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension DirectoryEntry.Kind {
  /// Converts the type in a directory; a file if the type is unknown.
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
