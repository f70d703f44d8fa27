package import NavBase
import Synchronization

/// The export of a session, which is written piece by piece while its client fetches it; may be used on any thread.
package final class OngoingExport: Sendable {
  /// Bytes of a file, and whether it ends with them.
  package typealias Bytes = (bytes: [UInt8], isLast: Bool)

  private struct State: ~Copyable {
    var export: StreamedExport
    /// What was written, and not returned yet.
    var rest: [UInt8] = []
  }

  private let reader: ContentReader
  private let session: UInt64
  private let state: Mutex<State>

  init(_ export: ContentExport, _ job: SessionExport.Job, by reader: ContentReader) {
    self.reader = reader
    session = job.session
    state = Mutex(
      State(export: StreamedExport(export, as: job.format, limit: ExportLimits.bytes))
    )
  }

  /// Returns the next bytes of the file: as many as are wanted, and fewer only at its end.
  ///
  /// - Throws: if a file of it can't be read any more.
  package func next(_ count: Int) throws(ContentFailure) -> Bytes {
    try reader.confined(to: session) { () throws(ContentFailure) -> Bytes in
      try state.withLock { state throws(ContentFailure) -> Bytes in
        do throws(ContentError) {
          while state.rest.count <= count, let text = try state.export.next() {
            state.rest += text.utf8
          }
        } catch {
          throw ContentFailure(error.description, error.cause, brief: error.brief)
        }
        let bytes = Array(state.rest.prefix(count))
        state.rest.removeFirst(bytes.count)
        return (bytes, state.rest.isEmpty)
      }
    }
  }

  /// Returns the whole file.
  package func whole() throws(ContentFailure) -> [UInt8] { try next(.max).bytes }
}
