import Glibc
import NavSystem
import Synchronization

/// The bytes of a document, read in pieces, so that memory use does not depend on its length.
final class DataBytes: Sendable {
  private enum Storage: ~Copyable {
    case file(Descriptor)
    case memory([UInt8])
  }

  private let storage: Storage
  private let length: Atomic<Int>
  /// The length of the file when it was opened, or when it was last known to have grown, in bytes.
  var count: Int { length.load(ordering: .relaxed) }

  /// The size of one read, in bytes.
  static let chunk = 1 << 20

  init(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    length = Atomic(bytes.count)
  }

  /// Opens a regular file; never blocks.
  init(path: String) throws(ContentError) {
    let file = try RegularFile.open(path: path)
    let status = try RegularFile.asking(about: path) { () throws(SystemFailure) in
      try file.status()
    }
    length = Atomic(Int(status.st_size))
    storage = .file(file)
  }

  /// Notes that the file has grown; returns false for bytes in memory.
  func grow(to count: Int) -> Bool {
    switch storage {
    case .memory: return false
    case .file:
      length.store(count, ordering: .relaxed)
      return true
    }
  }

  /// Reads into a buffer, starting at an offset.
  ///
  /// - Returns: the number of bytes read, less than the size of the buffer only at the end of the file.
  func read(
    into buffer: UnsafeMutableBufferPointer<UInt8>,
    at offset: Int
  ) throws(SystemFailure) -> Int {
    switch storage {
    case .memory(let bytes):
      guard offset < bytes.count else { return 0 }
      let piece = bytes[offset..<min(bytes.count, offset + buffer.count)]
      _ = buffer.update(fromContentsOf: piece)
      return piece.count
    case .file(let descriptor):
      var done = 0
      while done < buffer.count {
        let rest = UnsafeMutableRawPointer(buffer.baseAddress.map { $0 + done })
        let read = pread(descriptor.number, rest, buffer.count - done, offset + done)
        if read < 0 {
          if errno == EINTR { continue }
          throw SystemFailure(code: errno)
        }
        if read == 0 { break }
        done += read
      }
      return done
    }
  }

  /// Returns a range of bytes; fewer if the file has become shorter or unreadable.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
      let piece = UnsafeMutableBufferPointer(rebasing: buffer[..<range.count])
      initialized = (try? read(into: piece, at: range.lowerBound)) ?? 0
    }
  }
}

/// Reads small pieces that are near one another with few system calls.
struct DataWindow {
  private let bytes: DataBytes
  private var buffer: [UInt8] = []
  private var start = 0

  private static let size = 64 << 10
  private static let farSize = 4 << 10

  init(_ bytes: DataBytes) {
    self.bytes = bytes
  }

  /// Returns a range of bytes; fewer at the end of the document.
  mutating func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let isThere = range.lowerBound >= start && range.upperBound <= start + buffer.count
    if !isThere {
      // After a long distance to the last piece, the next one probably is also far away, so less is read.
      let isNear = buffer.isEmpty || range.lowerBound < start + buffer.count + Self.size
      start = range.lowerBound
      let size = isNear ? Self.size : Self.farSize
      let end = max(range.upperBound, min(bytes.count, start + size))
      buffer = bytes.bytes(start..<end)
    }
    let low = min(buffer.count, range.lowerBound - start)
    return buffer[low..<min(buffer.count, range.upperBound - start)]
  }
}
