package import NavBase
package import NavScene

/// A recording that was read (proto/README.md: Recordings).
package struct Recording: Hashable, Sendable {
  package let header: RecordingHeader
  /// In their order; the times do not fall.
  package let entries: [JournalEntry]
  /// Whether it was ended; if not, it is as long as its last whole frame.
  package let isWhole: Bool
  /// The places of the entries that show content, and of the marks: a seek looks at few others.
  private let contentPlaces: [Int]
  package let markPlaces: [Int]

  /// The longest file that is read, in bytes.
  package static let byteLimit = 1 << 30

  /// Reads a file up to its last whole frame.
  ///
  /// - Throws: `RecordingError` for a file that is no recording, of another version, or damaged before its end.
  package init(_ bytes: [UInt8]) throws(RecordingError) {
    var reader = try RecordingReader(bytes)
    guard case .header(let header)? = try reader.next() else { throw .nothingWhole }
    var entries: [JournalEntry] = []
    var isWhole = false
    while let frame = try reader.next() {
      switch frame {
      // Behind the end, another program may have left something.
      case .end: isWhole = true
      case .header: throw .damaged(byte: reader.frameStart, at: entries.last?.time ?? .zero)
      case .entry(let entry):
        guard entry.time >= entries.last?.time ?? .zero else {
          throw .damaged(byte: reader.frameStart, at: entries.last?.time ?? .zero)
        }
        entries.append(entry)
      }
      if isWhole { break }
    }
    self.init(header, entries, isWhole: isWhole)
    guard firstState != nil else { throw .nothingWhole }
  }

  /// - Parameters:
  ///   - header: how it was made.
  ///   - entries: in their order.
  ///   - isWhole: whether it was ended.
  package init(_ header: RecordingHeader, _ entries: [JournalEntry], isWhole: Bool = true) {
    (self.header, self.entries, self.isWhole) = (header, entries, isWhole)
    contentPlaces = entries.indices.filter {
      if case .content = entries[$0].event { true } else { false }
    }
    markPlaces = entries.indices.filter {
      if case .mark = entries[$0].event { true } else { false }
    }
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    RecordingFrame.start + RecordingFrame.header(header).bytes
      + entries.flatMap { RecordingFrame.entry($0).bytes } + RecordingFrame.end.bytes
  }

  // MARK: Places

  /// The time from its beginning to its last entry.
  package var duration: Duration { entries.last?.time ?? .zero }

  private var firstState: Int? { entries.firstIndex(where: \.isState) }

  /// The index behind the first state, where all that can be played begins.
  package var beginning: Int { (firstState ?? 0) + 1 }

  /// The marks with their times.
  package var marks: [(time: Duration, name: String)] {
    markPlaces.map { entries[$0] }.compactMap { entry in
      if case .mark(let name) = entry.event { (entry.time, name) } else { nil }
    }
  }

  /// The sentences that were said, with their times.
  package var sentences: [(time: Duration, text: String)] {
    entries.compactMap { entry in
      if case .said(let text) = entry.event { (entry.time, text) } else { nil }
    }
  }

  /// Returns the index of the first entry after a time; O(log n).
  package func index(after time: Duration) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the steps that lead to a place: the last state before it, and what follows; O(entries between them).
  ///
  /// - Parameter index: the index of the first entry that is not carried out.
  /// - Returns: the number of the content in which they are carried out, and the steps; the beginning for a place before
  ///   the first state.
  package func steps(to index: Int) -> (content: UInt64, steps: [RecordedStep]) {
    let end = max(index, beginning)
    let start = entries[..<end].lastIndex(where: \.isState) ?? 0
    let steps = entries[start..<end].compactMap { entry in
      if case .step(let step) = entry.event { step } else { nil }
    }
    return (content(at: start), steps)
  }

  /// Returns the number of the content that is shown at an entry; O(number of contents behind it).
  package func content(at index: Int) -> UInt64 {
    guard let place = contentPlaces.last(where: { $0 <= index }),
      case .content(let content) = entries[place].event
    else { return 0 }
    return content.number
  }

  /// The contents by their numbers, each with all files that were read for it; O(entries).
  package var contents: [UInt64: JournalContent] {
    var contents: [UInt64: JournalContent] = [:]
    for entry in entries {
      guard case .content(let content) = entry.event else { continue }
      // One without files comes before the one that has them.
      if content.files.isEmpty, contents[content.number] != nil { continue }
      contents[content.number] = content
    }
    return contents
  }

  /// The bytes of the files by their hashes, as far as they are there from their beginning on; O(entries and bytes).
  package var files: [ContentHash: [UInt8]] {
    var files: [ContentHash: [UInt8]] = [:]
    for entry in entries {
      guard case .file(let piece) = entry.event,
        files[piece.hash, default: []].count == piece.offset
      else { continue }
      files[piece.hash, default: []] += piece.bytes
    }
    return files
  }
}

/// Reads the frames of a recording, one after the other.
struct RecordingReader {
  private let bytes: [UInt8]
  private var position: Int
  /// Where the last frame begins that was read.
  private(set) var frameStart = 0
  private var time = Duration.zero

  init(_ bytes: [UInt8]) throws(RecordingError) {
    let magic = RecordingFrame.magic
    guard bytes.starts(with: magic), bytes.count >= magic.count + 2 else {
      let isCut = magic.starts(with: bytes) || bytes.starts(with: magic)
      throw isCut ? .nothingWhole : .noRecording
    }
    let version = UInt16(bytes[magic.count]) | UInt16(bytes[magic.count + 1]) << 8
    guard version == RecordingFrame.version else { throw .otherVersion(version) }
    self.bytes = bytes
    position = magic.count + 2
  }

  /// Returns the next frame; nil at the end of the file, also within a frame.
  mutating func next() throws(RecordingError) -> RecordingFrame? {
    while true {
      let rest = bytes.count - position
      guard rest >= RecordingFrame.headBytes else { return nil }
      let length = Int(number(at: position))
      guard length <= RecordingFrame.payloadLimit else {
        throw .damaged(byte: position, at: time)
      }
      let end = position + RecordingFrame.headBytes + length
      guard end + RecordingFrame.tailBytes <= bytes.count else { return nil }
      guard number(at: end) == CRC32C.checksum(of: bytes[position..<end]) else {
        throw .damaged(byte: position, at: time)
      }
      frameStart = position
      position = end + RecordingFrame.tailBytes
      // A later version may have further kinds.
      guard let kind = RecordingFrame.Kind(rawValue: bytes[frameStart + 4]) else { continue }
      let payload = Array(bytes[frameStart + RecordingFrame.headBytes..<end])
      return try frame(kind, payload)
    }
  }

  private mutating func frame(
    _ kind: RecordingFrame.Kind,
    _ payload: [UInt8]
  ) throws(RecordingError) -> RecordingFrame {
    do throws(WireError) {
      switch kind {
      case .header: return .header(try RecordingHeader(decoding: payload))
      case .end: return .end
      case .content, .file, .state, .step, .mark, .said:
        let entry = try JournalEntry(decoding: payload)
        time = entry.time
        return .entry(entry)
      }
    } catch {
      throw .unreadable(byte: frameStart, error.description)
    }
  }

  private func number(at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }
}

/// Why a file can't be played.
package enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  case noRecording
  case otherVersion(UInt16)
  /// There is no whole state in it.
  case nothingWhole
  /// From this byte on; the frames before it end at a time.
  case damaged(byte: Int, at: Duration)
  /// A frame is whole, but can't be understood.
  case unreadable(byte: Int, String)

  package var description: String {
    switch self {
    case .noRecording: "this is no recording: give a file that `navclient record` has written"
    case .otherVersion(let version):
      "this recording has version \(version) of the format, and this program reads "
        + "\(RecordingFrame.version): play it with the navclient that it was made with"
    case .nothingWhole:
      "there is nothing to be played in this recording: it was ended before its first second"
    case .damaged(let byte, let time):
      "this recording is damaged from byte \(byte) on, \(time.components.seconds) s from its beginning: "
        + "copy it again, or keep what is before with `head -c \(byte)`"
    case .unreadable(let byte, let reason):
      "this recording has a frame at byte \(byte) that can't be read (\(reason)): "
        + "play it with the navclient that it was made with"
    }
  }
}

extension JournalEntry {
  package var isState: Bool { if case .step(.state(_)) = event { true } else { false } }
  package var isInput: Bool { if case .step(.input(_)) = event { true } else { false } }

  /// Whether it is a mark or a sentence, which changes nothing.
  var isRemark: Bool {
    switch event {
    case .mark, .said: true
    case .content, .file, .step: false
    }
  }
}
