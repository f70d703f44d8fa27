import CNavSupport
import Glibc
import Synchronization

/// A queue of results from workers to the poll loop, which waits on its descriptor.
final class Mailbox<Message: Sendable>: Sendable {
  /// Readable while messages wait.
  let descriptor: Int32
  private let messages = Mutex<[Message]>([])

  init() throws(DaemonError) {
    descriptor = nav_eventfd_open()
    guard descriptor >= 0 else {
      throw DaemonError(.unavailable, "can't create an event descriptor: \(systemReason())")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Adds a message; may be called on any thread.
  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    _ = nav_eventfd_signal(descriptor)
  }

  /// Removes and returns all messages.
  func take() -> [Message] {
    _ = nav_eventfd_drain(descriptor)
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
