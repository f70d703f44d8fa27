import NavBase
import NavScene
import NavTestKit
import NavWire

/// Journals and recordings.
extension SplitMix64 {
  mutating func recordedStep() -> RecordedStep {
    switch int(in: 0...5) {
    case 0, 1, 2: .state(recordedState())
    case 3, 4:
      .input(
        RecordedInput(
          plainAction(),
          in: viewport(),
          followers: (0..<int(in: 0...2)).map { _ in viewport() }
        )
      )
    default: pick([.preview(isSeen: true), .preview(isSeen: false), .previewed, .searchEnded])
    }
  }

  private mutating func recordedState() -> RecordedState {
    let pages = (0...int(in: 0...2)).map { number in
      ([number, int(in: 0...9)], (0...int(in: 0...2)).map { _ in UInt32(int(in: 1...1 << 30)) })
    }
    return RecordedState(
      place(),
      ids: RecordedIDs(
        pages: Dictionary(pages) { first, _ in first },
        preview: UInt32(int(in: 0...1 << 30)),
        next: UInt32(int(in: 0...1 << 30))
      ),
      preview: RecordedState.Preview(
        pick(PreviewMode.allCases),
        isSeen: oneIn(2),
        isFilled: oneIn(2)
      )
    )
  }

  mutating func recordingHeader() -> RecordingHeader {
    RecordingHeader(release: text(), widthTables: text(), startedAt: Int64(bitPattern: next()))
  }

  private mutating func journalEntry() -> JournalEntry {
    let event: JournalEntry.Event
    switch int(in: 0...4) {
    case 0:
      let files = (0..<int(in: 0...2)).map { number in
        BundleFile(path: "a/\(number).md", size: int(in: 0...100), hash: contentHash())
      }
      event = .content(JournalContent(content(), files: files, number: next()))
    case 1:
      let offset = int(in: 0...100)
      event = .file(
        Request.Bundle.Piece(of: contentHash(), offset: offset, bytes: bytes(int(in: 0...9)))
      )
    case 2: event = .step(recordedStep())
    case 3: event = .said(text())
    default: event = .mark(text())
    }
    return JournalEntry(event, at: .milliseconds(int(in: 0...1 << 40)), by: ViewerName(text()))
  }

  mutating func journalPart() -> Reply.JournalPart {
    let entries = (0...int(in: 3...6)).map { _ in journalEntry() }
    let next = Request.Journal.Position(next(), entry: next())
    return Reply.JournalPart(entries, next: next, isContinued: oneIn(2))
  }
}
