import CSQLite

/// The file system of SQLite that writes each transaction to the log by one system call.
///
/// SQLite writes a header and a page for each page of a transaction, each by a call of its own. Here they are gathered
/// up to the frame that ends the transaction, whose header says so, and written before SQLite learns that it is: so a
/// failure is one of that last call, and undoes the transaction like any other. Every other use of the log first writes
/// what was gathered. Nothing else differs from SQLite's own file system.
///
/// A connection that uses it must not write pages before its transaction ends (`cache_spill`): after a rollback they would
/// be left over, and might be written over frames of another connection.
enum LogWriting {
  private static let name: StaticString = "navd"

  /// The name by which a connection chooses it; SQLite knows it from the first use on.
  static let registered: String = {
    let changed = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    changed.initialize(to: original.pointee)
    changed.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    changed.pointee.szOsFile += CInt(MemoryLayout<GatheredLog.Reference>.size)
    changed.pointee.xOpen = { _, path, file, flags, found in
      let code = original.pointee.xOpen(original, path, file, flags, found)
      if code == SQLITE_OK, flags & SQLITE_OPEN_WAL != 0, let file { GatheredLog.begin(file) }
      return code
    }
    sqlite3_vfs_register(changed, 0)
    return "\(name)"
  }()

  /// SQLite's own file system.
  nonisolated(unsafe) fileprivate static let original: UnsafeMutablePointer<sqlite3_vfs> = {
    guard let original = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no files") }
    return original
  }()
}

/// The writes to an open log that are not done yet.
///
/// It belongs to one connection, and so to one thread at a time.
private final class GatheredLog {
  typealias Reference = Unmanaged<GatheredLog>
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// SQLite's own operations of the file.
  private let original: sqlite3_io_methods
  private let changed = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  private var bytes: [UInt8] = []
  /// The place of `bytes` in the file, and the end of what was gathered or written last.
  private var (start, end) = (sqlite3_int64(0), sqlite3_int64(-1))
  /// Whether the frame that was begun last ends a transaction.
  private var isLast = false

  /// The bytes of a frame before its page.
  ///
  /// The second four of them are 0 unless it ends a transaction.
  private static let headerBytes = 24
  /// The most bytes that are gathered.
  ///
  /// SQLite's own writing takes less than 128 KiB by one call.
  private static let most = 64 << 10

  private init(_ original: sqlite3_io_methods) {
    self.original = original
    changed.initialize(to: original)
    changed.pointee.xWrite = { file, bytes, count, place in
      GatheredLog.of(file).write(
        UnsafeRawBufferPointer(start: bytes, count: Int(count)),
        at: place,
        in: file
      )
    }
    changed.pointee.xRead = { file, bytes, count, place in
      GatheredLog.of(file).flushed(file) { $0.xRead(file, bytes, count, place) }
    }
    changed.pointee.xTruncate = { file, count in
      GatheredLog.of(file).flushed(file) { $0.xTruncate(file, count) }
    }
    changed.pointee.xSync = { file, flags in
      GatheredLog.of(file).flushed(file) { $0.xSync(file, flags) }
    }
    changed.pointee.xFileSize = { file, count in
      GatheredLog.of(file).flushed(file) { $0.xFileSize(file, count) }
    }
    changed.pointee.xClose = { file in
      let log = GatheredLog.reference(file).move().takeRetainedValue()
      _ = log.flushed(file) { _ in SQLITE_OK }
      return log.original.xClose(file)
    }
  }

  deinit { changed.deallocate() }

  /// Gathers the writes to a file that SQLite has just opened.
  static func begin(_ file: File) {
    let log = GatheredLog(file.pointee.pMethods.pointee)
    reference(file).initialize(to: .passRetained(log))
    file.pointee.pMethods = UnsafePointer(log.changed)
  }

  /// The place of a file's reference, behind SQLite's own part of it.
  private static func reference(_ file: File?) -> UnsafeMutablePointer<Reference> {
    guard let file else { preconditionFailure("SQLite calls without a file") }
    return (UnsafeMutableRawPointer(file) + Int(LogWriting.original.pointee.szOsFile))
      .assumingMemoryBound(to: Reference.self)
  }

  private static func of(_ file: File?) -> GatheredLog {
    reference(file).pointee.takeUnretainedValue()
  }

  /// Writes what was gathered; then calls an operation, unless that fails.
  private func flushed(_ file: File?, _ body: (sqlite3_io_methods) -> CInt) -> CInt {
    if !bytes.isEmpty {
      let code = bytes.withUnsafeBytes {
        original.xWrite(file, $0.baseAddress, CInt($0.count), start)
      }
      bytes.removeAll(keepingCapacity: true)
      guard code == SQLITE_OK else { return code }
    }
    return body(original)
  }

  private func write(
    _ part: UnsafeRawBufferPointer,
    at place: sqlite3_int64,
    in file: File?
  ) -> CInt {
    // A header that is not behind the last frame replaces another one, and no page follows.
    let isHeader = part.count == Self.headerBytes && place == end
    guard isHeader || !bytes.isEmpty && place == end, bytes.count + part.count <= Self.most else {
      end = place + sqlite3_int64(part.count)
      return flushed(file) { $0.xWrite(file, part.baseAddress, CInt(part.count), place) }
    }
    if isHeader { isLast = part[4..<8].contains { $0 != 0 } }
    if bytes.isEmpty { start = place }
    bytes.append(contentsOf: part)
    end += sqlite3_int64(part.count)
    return isLast && !isHeader ? flushed(file) { _ in SQLITE_OK } : SQLITE_OK
  }
}
