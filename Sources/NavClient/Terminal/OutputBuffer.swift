import Glibc

/// The result of a flush.
package enum FlushOutcome: Hashable, Sendable {
  /// Everything is written.
  case done
  /// The terminal accepts no more bytes now; wait until it is writable and flush again.
  case pending
  /// The terminal is closed; the pending bytes are dropped.
  case closed
}

/// Bytes waiting for a non-blocking descriptor, in order.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  /// The number of bytes already written.
  private var written = 0

  var isEmpty: Bool { written == bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) {
    dropWritten()
    bytes.append(contentsOf: more)
  }

  mutating func append(_ more: [UInt8]) {
    dropWritten()
    bytes.append(contentsOf: more)
  }

  private mutating func dropWritten() {
    guard written > 0 else { return }
    bytes.removeFirst(written)
    written = 0
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// Writes as many bytes as possible without blocking.
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
