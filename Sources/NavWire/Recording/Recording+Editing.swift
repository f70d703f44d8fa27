import NavBase
import NavScene

/// The spans of a recording that an edited copy keeps and leaves out, in the times of the original.
package struct RecordingEdit: Sendable {
  /// The span that is kept; without a `to`, up to the end.
  package var from = Duration.zero
  package var to: Duration?
  /// The spans that are left out; they may overlap.
  package var cuts: [(from: Duration, to: Duration)] = []
  /// The longest time in which nothing happens; nil for any.
  package var idle: Duration?

  package init() {}
}

/// Editing (proto/README.md: Recordings).
///
/// A client can't compute states. So a span that is left out becomes one moment, with its last state and the steps behind
/// that, which are those of at most ten seconds; without a state, with all of its steps. Its marks and sentences are
/// gone, and so are contents that are not shown any more.
extension Recording {
  /// A step, a mark or a sentence, and the number of the content that is shown.
  struct Moment {
    var entry: JournalEntry
    let content: UInt64
    /// Whether it is in a span that is left out.
    var isLeftOut = false
  }

  /// Returns another recording, which shows after each span that is left out what was shown there.
  ///
  /// O(entries and bytes of files).
  package func edited(by edit: RecordingEdit) throws(RecordingEditError) -> Recording {
    let spans = try edit.spans(of: duration)
    let kept = through(edit.to ?? duration)
    var moments: [Moment] = []
    var (next, removed) = (0, Duration.zero)
    for var moment in kept.moments {
      let time = moment.entry.time
      while next < spans.count, spans[next].upperBound <= time {
        removed += spans[next].upperBound - spans[next].lowerBound
        next += 1
      }
      moment.isLeftOut = next < spans.count && spans[next].lowerBound <= time
      if moment.isLeftOut, moment.entry.isRemark { continue }
      let moved = (moment.isLeftOut ? spans[next].lowerBound : time) - removed
      moment.entry.time = moved
      // A state takes the place of what is left out before it.
      if moment.entry.isState, moments.last?.entry.time == moved {
        moments.removeAll { $0.isLeftOut && $0.entry.time == moved }
      }
      moments.append(moment)
    }
    if let idle = edit.idle { Self.limitIdle(&moments, to: idle) }
    guard moments.contains(where: \.entry.isState) else { throw .nothingLeft }
    return Recording(header, moments, contents: kept.contents, files: kept.files)
  }

  /// Returns the recording up to a time, with the files that were opened until then: these are there a moment later.
  private func through(_ time: Duration) -> Recording {
    let end = index(after: time)
    let files = entries[end...].prefix { entry in
      switch entry.event {
      case .content, .file: true
      case .step, .mark, .said: false
      }
    }
    return Recording(header, Array(entries[..<files.endIndex]))
  }

  private static func limitIdle(_ moments: inout [Moment], to idle: Duration) {
    var (last, removed) = (Duration.zero, Duration.zero)
    for index in moments.indices {
      let time = moments[index].entry.time
      removed += max(.zero, time - last - idle)
      last = time
      moments[index].entry.time = time - removed
    }
  }

  // MARK: Parts

  /// All steps, marks and sentences.
  var moments: [Moment] {
    var content: UInt64 = 0
    return entries.compactMap { entry in
      switch entry.event {
      case .content(let shown): content = shown.number
      case .step, .mark, .said: return Moment(entry: entry, content: content)
      case .file: break
      }
      return nil
    }
  }

  /// Makes a recording in which each content stands before its first moment, with its files.
  ///
  /// - Parameters:
  ///   - header: that of the recording.
  ///   - moments: in their order.
  ///   - contents: the contents by their numbers; those that are not shown are left out.
  ///   - files: the bytes of the files by their hashes.
  init(
    _ header: RecordingHeader,
    _ moments: [Moment],
    contents: [UInt64: JournalContent],
    files: [ContentHash: [UInt8]]
  ) {
    var entries: [JournalEntry] = []
    var (shown, written): (UInt64?, Set<ContentHash>) = (nil, [])
    for moment in moments {
      if moment.content != shown, let content = contents[moment.content] {
        shown = moment.content
        entries.append(JournalEntry(.content(content), at: moment.entry.time))
        for file in content.files where written.insert(file.hash).inserted {
          let bytes = files[file.hash] ?? []
          for offset in stride(from: 0, to: bytes.count, by: BundleManifest.Limits.pieceBytes) {
            let part = Array(bytes[offset...].prefix(BundleManifest.Limits.pieceBytes))
            let piece = Request.Bundle.Piece(of: file.hash, offset: offset, bytes: part)
            entries.append(JournalEntry(.file(piece), at: moment.entry.time))
          }
        }
      }
      entries.append(moment.entry)
    }
    self.init(header, entries)
  }
}

extension RecordingEdit {
  /// The spans that are left out before the end, ascending and apart.
  fileprivate func spans(of duration: Duration) throws(RecordingEditError) -> [Range<Duration>] {
    let kept = from > .zero || to != nil ? [(from: from, to: to ?? duration)] : []
    for span in kept + cuts {
      // People give whole seconds.
      guard max(span.from, span.to) <= duration + .seconds(1) else {
        throw .behindEnd(max(span.from, span.to), duration)
      }
      guard span.from < span.to else { throw .emptySpan(span.from, span.to) }
    }
    let all = (from > .zero ? [.zero..<from] : []) + cuts.map { $0.from..<$0.to }
    var spans: [Range<Duration>] = []
    for span in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = spans.last, span.lowerBound <= last.upperBound {
        spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        spans.append(span)
      }
    }
    return spans
  }
}

/// Why a recording can't be edited.
package enum RecordingEditError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptySpan(Duration, Duration)
  case behindEnd(Duration, Duration)
  case nothingLeft
  /// A search, a filter, a link, a mark or a sentence has a word of a page that is taken out.
  case named(String, at: Duration, nextState: Duration?)
  /// The files of a content can't be listed again.
  case files(String)

  package var description: String {
    switch self {
    case .emptySpan(let from, let to):
      "from \(Self.text(from)) to \(Self.text(to)) there is nothing: give the earlier time first"
    case .behindEnd(let time, let end):
      "the recording ends at \(Self.text(end)), before \(Self.text(time)): give an earlier time; --to ends it there"
    case .nothingLeft: "nothing is left before the first state: give a later time for --to"
    case .named(let word, let time, let state):
      "'\(word)' is a word of that page, and of a search, a filter, a link, a mark or a `say` at \(Self.text(time)), counted "
        + "after all other changes, which you write to a file first: leave that out, too, with "
        + (state.map { "--cut \(Self.text(time)) \(Self.text($0 + .seconds(1)))" }
          ?? "--to \(Self.text(max(.zero, time - .seconds(1))))")
    case .files(let reason): "the files of this recording can't be changed: \(reason)"
    }
  }

  /// Returns a time as `--from` takes it.
  private static func text(_ time: Duration) -> String {
    let seconds = time.components.seconds
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }
}
