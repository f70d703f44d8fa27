import NavBase
import NavEngine
import NavWire

/// The work of a worker, by the ticket of its action.
enum Job: Sendable {
  /// Reading the content of a new session.
  case load(session: UInt64)
  /// Reading a page for which an operation waits, or an `OperationRun`.
  case pageLoad(session: UInt64)
  /// Reading a page for a preview.
  case preview(session: UInt64)
  /// Reading the content of a session of an earlier run, or looking for the part of it that is missing.
  case restoration(session: UInt64)
  /// Reading the content of a session again.
  case reload(session: UInt64)
  /// Answering a question about a session.
  case snapshot(AwaitedSnapshot)
  /// Reading a page that a past state shows, for the request that asks for the state.
  indirect case pastPage(PageRequest, SnapshotRequest)
  /// Searching; the request waits for what was found so far.
  case find(PendingRequest)
  /// Making a picture; the request waits for a part of it.
  case picture(PendingRequest)
  /// Wrapping long texts.
  case wrapping(Wrapping)
  /// Receiving files of a bundle; the request waits for it.
  case bundle(ContentHash, PendingRequest)
  /// Removing the files of bundles.
  case bundleRemoval([ContentHash])
  /// Reading the files of a session's content, for the content with a number in its journal, and for a reader who begins.
  case collecting(session: UInt64, content: UInt64, JournalReaders.Reader?)
  /// Flushing the store; these replies wait for it.
  case sync([OutgoingReply])
}

/// The request that waits for a snapshot, and the name and version of its session.
struct AwaitedSnapshot: Sendable {
  var request: SnapshotRequest
  let session: String
  let version: UInt64
}

/// A job that wraps long texts of a session for a size.
struct Wrapping: Sendable {
  let session: UInt64
  let viewport: CellSize
  var waiting: [Waiting] = []

  /// An attach request that waits for the job.
  struct Waiting: Sendable {
    var pending: PendingRequest
    /// Whether it has created the session.
    var isNew = false
  }
}
