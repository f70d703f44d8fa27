import NavCommands
import NavModel
import NavText
import NavWire

/// The find overlay: files below a directory by name, or words in a whole book or document.
///
/// A worker of the daemon searches during typing; Enter opens the selected result.
struct FindOverlay: OverlayContent {
  private(set) var found: FoundPlaces?
  /// The words of the last request; `found` has the results for them.
  private var asked = ""
  /// The daemon's refusal.
  private var failure: String?
  private var typing: TextField
  var inquiry: OverlayInquiry
  var list = OverlayList(isSelectable: true)

  /// The pause before repeating the request while the worker is still searching.
  static let pause = Duration.milliseconds(120)

  /// - Parameters:
  ///   - text: the initial text of the field.
  ///   - now: the time.
  init(_ text: String = "", at now: Duration) {
    typing = TextField(text)
    inquiry = OverlayInquiry(refresh: nil, at: now)
  }

  var title: String {
    switch found?.kind {
    case .chapters: "Find in all chapters"
    case .values: "Find in the whole document"
    case .files: "Find files"
    case nil: "Find"
    }
  }

  var prompt: String { "› " }
  var field: TextField? { typing }
  var words: String { typing.text }

  var wish: OverlayArea.Wish { OverlayArea.Wish(columns: 76, rows: 16, hasField: true) }

  func foot(isLonger: Bool) -> String {
    guard let found, failure == nil, !list.isEmpty else { return "type to find, Esc closes" }
    let more = found.isCut ? "+" : found.isDone ? "" : "…"
    let count = "\(found.count)\(more)"
    let whole = found.kind == .files ? "\(count) of \(found.looked)\(more)" : "\(count) found"
    return "\(whole), Enter opens, Esc closes"
  }

  func note(at now: Duration) -> OverlayNote? {
    if let failure { return OverlayNote(failure, isAnError: true) }
    guard let found else { return inquiry.isSlow(at: now) ? OverlayNote("…") : nil }
    guard list.isEmpty else { return nil }
    if typing.isEmpty, found.kind != .files { return OverlayNote("type what to look for") }
    guard found.isDone else { return OverlayNote("looking… \(found.looked)") }
    return OverlayNote(typing.isEmpty ? "there is no file below" : "nothing has that")
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    guard let found, found.places.indices.contains(index) else { return TextRow() }
    let place = found.places[index]
    let detail = StyledText(
      place.detail.truncated(toColumns: max(0, columns / 3)),
      style: TextStyle(role: .muted)
    )
    return TextRow(place.shown(columns: columns), right: detail, columns: columns)
  }

  func nextChange(at now: Duration) -> Duration? { inquiry.nextWake(at: now) }

  // MARK: Requests

  mutating func asked(_ request: UInt64, at now: Duration) {
    asked = typing.text
    inquiry.asked(request, at: now)
  }

  /// Handles the daemon's reply.
  mutating func receive(_ body: Reply.Body, at now: Duration) {
    inquiry.answered(at: now)
    guard case .found(let found) = body else {
      failure = body.refusal
      list.replace(count: 0)
      if case .failure(let refusal) = body, refusal.code == .retry {
        inquiry.askAgain(at: now + Self.pause)
      }
      return
    }
    failure = nil
    // The selected result stays selected when better ones are inserted before it.
    let selected = list.selection.flatMap { self.found?.places[$0] }
    let isTouched = (list.selection ?? 0) > 0
    self.found = found
    let row = isTouched ? selected.flatMap { found.places.firstIndex(of: $0) } : nil
    list.replace(count: found.places.count, selecting: row ?? 0)
    if asked != typing.text {
      inquiry.askAgain(at: now)
    } else if !found.isDone {
      inquiry.askAgain(at: now + Self.pause)
    }
  }

  // MARK: Input

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    // The key that opens the overlay types a letter here.
    if list.receive(key, rows: rows, isTyping: true) { return .stays }
    let before = typing.text
    switch typing.receive(key) {
    case .editing:
      if typing.text != before { change() }
      return .stays
    case .accepted:
      guard let row = list.selection else { return .stays }
      return choose(row)
    case .cancelled: return .closes
    case .passed: return .stays
    }
  }

  mutating func paste(_ text: String) {
    typing.paste(text)
    change()
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    guard let found, found.places.indices.contains(row) else { return .stays }
    return .visits(FoundResults(found.places, opening: row))
  }

  private mutating func change() {
    list.replace(count: list.count)
    // If a request is in progress, its answer triggers the next request.
    if !inquiry.isUnderWay { inquiry.askAgain(at: .zero) }
  }
}

extension FoundPlaces.Place {
  /// Returns the label with the matching parts in bold.
  fileprivate func shown(columns: Int) -> StyledText {
    var text = StyledText()
    var place = label.utf8.startIndex
    func add(upTo offset: Int, _ style: TextStyle) {
      let end = label.utf8.index(label.utf8.startIndex, offsetBy: offset)
      if place < end { text.append(String(label[place..<end]), style: style) }
      place = end
    }
    for mark in marks {
      add(upTo: mark.lowerBound, .plain)
      add(upTo: mark.upperBound, TextStyle(role: .listMarker, attributes: .bold))
    }
    add(upTo: label.utf8.count, .plain)
    return text
  }
}
