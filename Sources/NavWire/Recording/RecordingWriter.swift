import NavBase
import NavScene

/// Makes the frames of a recording from the parts of a journal.
///
/// The times of the file count from its first entry, and contents are numbered through, also where the journal of another
/// start of the daemon follows. A file is written once.
package struct RecordingWriter: Sendable {
  /// The difference of the times of the file to those of the journal; nil before its first entry.
  private var shift: Duration?
  /// The number of the last content of the journals before this one, and of this one.
  private var contents: (before: UInt64, last: UInt64) = (0, 0)
  /// The bytes of each file that are written.
  private var written: [ContentHash: Int] = [:]
  private var lastTime = Duration.zero

  package init() {}

  /// Returns the beginning of the file.
  package func start(_ header: RecordingHeader) -> [UInt8] {
    RecordingFrame.start + RecordingFrame.header(header).bytes
  }

  /// Returns the frames of a part of a journal.
  ///
  /// - Parameters:
  ///   - part: the part.
  ///   - elapsed: the time since the first part.
  package mutating func bytes(of part: Reply.JournalPart, at elapsed: Duration) -> [UInt8] {
    if !part.isContinued, let first = part.entries.first, let last = part.entries.last {
      shift = max(elapsed - (last.time - first.time), lastTime) - first.time
      contents.before = contents.last
    }
    var bytes: [UInt8] = []
    for entry in part.entries {
      guard let event = written(entry.event) else { continue }
      lastTime = max(lastTime, entry.time + (shift ?? .zero))
      bytes += RecordingFrame.entry(JournalEntry(event, at: lastTime, by: entry.name)).bytes
    }
    return bytes
  }

  /// Returns the last frame.
  package var end: [UInt8] { RecordingFrame.end.bytes }

  /// Returns an event as the file has it; nil for a part of a file that is there already.
  private mutating func written(_ event: JournalEntry.Event) -> JournalEntry.Event? {
    switch event {
    case .content(var content):
      content.number += contents.before
      contents.last = max(contents.last, content.number)
      return .content(content)
    case .file(let piece):
      guard written[piece.hash, default: 0] == piece.offset else { return nil }
      written[piece.hash, default: 0] += piece.bytes.count
      return event
    case .step, .mark, .said: return event
    }
  }
}
