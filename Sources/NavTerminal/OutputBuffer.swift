import Glibc

/// What became of the bytes that were to be written.
package enum FlushOutcome: Hashable, Sendable {
  /// Everything is written.
  case done
  /// The terminal takes no more now; wait until it is writable and flush again.
  case pending
  /// The terminal is gone, and so is what was to be written.
  case closed
}

/// Bytes on their way to a non-blocking descriptor, in order.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  /// How many of the bytes are written.
  private var written = 0

  var isEmpty: Bool { written == bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) {
    if written > 0 {
      bytes.removeFirst(written)
      written = 0
    }
    bytes.append(contentsOf: more)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// Writes as much as goes without waiting.
  mutating func flush(to descriptor: Int32) -> FlushOutcome {
    while !isEmpty {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written += count
      } else if count < 0 && errno == EAGAIN {
        return .pending
      } else if count == 0 || errno != EINTR {
        removeAll()
        return .closed
      }
    }
    removeAll()
    return .done
  }
}
