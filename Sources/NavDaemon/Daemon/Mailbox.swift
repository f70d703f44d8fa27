import CNavSupport
import Glibc
import NavBase
import NavContent
import NavEngine
import NavHost
import NavScene
import NavWire
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

/// The result of a worker, for the poll loop.
enum WorkerResult: Sendable {
  case content(ticket: UInt64, Result<SessionContent, ContentFailure>)
  case page(ticket: UInt64, Result<PreparedPage, ContentFailure>)
  case performed(OperationRun.Outcome)
  /// How far a search in a large text is.
  case searched(ticket: UInt64, SearchProgress)
  case restored(ticket: UInt64, session: UInt64, Result<RestoredSession, ContentFailure>)
  case reloaded(ticket: UInt64, session: UInt64, Result<ReloadedContent, ContentFailure>)
  case exported(key: UInt64, session: UInt64, Result<[UInt8], ContentFailure>, isLast: Bool)
  case laidOut(ticket: UInt64, SnapshotQuery.Outcome, cost: Duration)
  case found(ticket: UInt64, Result<FoundPlaces, ContentFailure>)
  case bundle(ticket: UInt64, Result<Reply.BundleState, ContentFailure>)
  case collected(ticket: UInt64, Result<CollectedContent, ContentFailure>)
  case pictureMade(ticket: UInt64, Result<Reply.PicturePart, ContentFailure>)
  case wrapped(ticket: UInt64, [WrappedText])
  /// The content of a session has changed.
  case changed(session: UInt64)
  /// Everything that was committed before is on disk, or the disk has refused it.
  case synced(ticket: UInt64, isStored: Bool, took: Duration)
  /// The memory of the content in an earlier result of the same thread: it is free again when the account is, since the
  /// session counts that content from now on.
  case taken(ReadingAccount)
}
